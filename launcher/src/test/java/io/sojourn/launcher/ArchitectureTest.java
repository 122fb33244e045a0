// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import io.sojourn.testkit.TestData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds every rule of the module table, of the pure packages and of the clocks. */
class ArchitectureTest {
    private static final String OURS = "io.sojourn";

    /** What each module may use: packages of others of ours, then of libraries. The JDK is free to all. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            Map.entry(
                    "telemetry",
                    Set.of("com.fasterxml.jackson", "org.apache.kafka", "com.github.luben", "org.tukaani")),
            Map.entry("engine", Set.of()),
            Map.entry(
                    "node",
                    Set.of(
                            "io.sojourn.engine",
                            "io.sojourn.telemetry",
                            "com.fasterxml.jackson",
                            "org.apache.kafka",
                            "org.yaml.snakeyaml")),
            Map.entry(
                    "collectors",
                    Set.of(
                            "io.sojourn.telemetry",
                            "com.fasterxml.jackson",
                            "org.apache.kafka",
                            "com.github.luben",
                            "org.tukaani")),
            Map.entry("streams", Set.of("io.sojourn.telemetry", "org.apache.kafka")),
            Map.entry("lab", Set.of("io.sojourn.engine")),
            Map.entry(
                    "analytics",
                    Set.of("io.sojourn.telemetry", "io.sojourn.lab", "org.apache.flink", "org.apache.kafka")),
            Map.entry(
                    "history",
                    Set.of(
                            "io.sojourn.telemetry",
                            "com.fasterxml.jackson",
                            "com.influxdb",
                            "okhttp3",
                            "org.apache.kafka")),
            Map.entry("console", Set.of("io.sojourn.telemetry", "io.sojourn.history", "com.fasterxml.jackson")));

    private static final Set<String> FREE_TO_ALL =
            Set.of("java", "javax", "com.sun.net.httpserver", "org.jspecify", "org.slf4j");

    /** Packages without I/O, clock or library: time is a parameter. */
    private static final String[] PURE = {
        "io.sojourn.engine..",
        "io.sojourn.lab..",
        "io.sojourn.streams.fold..",
        "io.sojourn.analytics.detect..",
        "io.sojourn.analytics.advise.."
    };

    private static JavaClasses classes;

    @BeforeAll
    static void importOurClasses() {
        List<Path> folders = new ArrayList<>();
        for (String module : modules()) {
            folders.add(TestData.root().resolve(module).resolve("target/classes"));
        }
        classes = new ClassFileImporter().importPaths(folders.toArray(Path[]::new));
    }

    @Test
    void everyModuleIsImportedSoThatNoRulePassesForWantOfClasses() {
        Set<String> seen = new TreeSet<>();
        classes.forEach(c -> seen.add(moduleOf(c)));

        assertThat(seen).containsAll(MAY_USE.keySet()).contains("launcher", "testkit");
    }

    @TestFactory
    List<DynamicTest> modulesUseOnlyWhatTheTableAllows() {
        List<DynamicTest> tests = new ArrayList<>();
        MAY_USE.forEach((module, allowed) -> tests.add(DynamicTest.dynamicTest(module, () -> in(module)
                .should()
                .dependOnClassesThat(outside(module, allowed))
                .check(classes))));
        return tests;
    }

    @Test
    void kafkaInTheVocabularyIsSerdesAndTheOneExporter() {
        noClasses()
                .that()
                .resideInAPackage("io.sojourn.telemetry..")
                .and()
                .doNotHaveSimpleName("SampleExporter")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka.clients..")
                .check(classes);
    }

    @Test
    void onlyOnePackageKnowsTheLibraryOfMetrics() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.sojourn.launcher.metrics..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer..", "io.prometheus..")
                .check(classes);
    }

    @Test
    void purePackagesKnowNoLibraryAndNoFile() {
        noClasses()
                .that()
                .resideInAnyPackage(PURE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache..",
                        "com.fasterxml..",
                        "com.influxdb..",
                        "org.slf4j..",
                        "java.nio.file..",
                        "java.net..",
                        "java.util.concurrent..")
                .check(classes);
    }

    @Test
    void purePackagesReadNoClock() {
        for (String[] clock : new String[][] {
            {"java.lang.System", "nanoTime"},
            {"java.lang.System", "currentTimeMillis"},
            {"java.time.Instant", "now"},
            {"java.time.Clock", "systemUTC"},
            {"java.time.Clock", "systemDefaultZone"}
        }) {
            noClasses()
                    .that()
                    .resideInAnyPackage(PURE)
                    .should()
                    .callMethodWhere(DescribedPredicate.describe(
                            clock[0] + "." + clock[1],
                            call -> call.getTargetOwner().getName().equals(clock[0])
                                    && call.getTarget().getName().equals(clock[1])))
                    .check(classes);
        }
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.sojourn.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void noPackageIsCalledCommonUtilCoreOrInternal() {
        noClasses()
                .should()
                .resideInAnyPackage("..common..", "..util..", "..utils..", "..core..", "..internal..")
                .check(classes);
    }

    @Test
    void nothingExitsTheProcessButTheLauncher() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.sojourn.launcher..")
                .should()
                .callMethod(System.class, "exit", int.class)
                .check(classes);
    }

    private static String moduleOf(JavaClass ours) {
        String below = ours.getPackageName().substring(OURS.length() + 1);
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }

    private static GivenClassesConjunction in(String module) {
        return noClasses().that().resideInAPackage(OURS + "." + module + "..");
    }

    private static DescribedPredicate<JavaClass> outside(String module, Set<String> allowed) {
        return DescribedPredicate.describe(
                "outside " + allowed,
                used -> !used.isPrimitive()
                        && !used.isArray()
                        && !within(used, OURS + "." + module)
                        && FREE_TO_ALL.stream().noneMatch(root -> within(used, root))
                        && allowed.stream().noneMatch(root -> within(used, root)));
    }

    private static boolean within(JavaClass used, String root) {
        return used.getPackageName().equals(root) || used.getPackageName().startsWith(root + ".");
    }

    private static List<String> modules() {
        try (var folders = Files.list(TestData.root())) {
            return folders.filter(f -> Files.isRegularFile(f.resolve("pom.xml")))
                    .map(f -> f.getFileName().toString())
                    .toList();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
