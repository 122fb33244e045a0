// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.sojourn.testkit.TestData;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be said of the manifests without a cluster: they agree with themselves, with the command and with the rules for pods. */
class K8sTest {
    private static final Path FOLDER = TestData.root().resolve("k8s");
    private static final ObjectMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    @TempDir
    private Path temp;

    private static List<JsonNode> documents(Path file) {
        try {
            return YAML.readerFor(JsonNode.class)
                    .<JsonNode>readValues(file.toFile())
                    .readAll();
        } catch (IOException e) {
            throw new AssertionError(file + ": " + e.getMessage(), e);
        }
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(FOLDER)) {
            return all.filter(file -> file.toString().endsWith(".yaml")).toList();
        }
    }

    /** The objects of the base. */
    private static List<JsonNode> base() throws IOException {
        List<JsonNode> objects = new ArrayList<>();
        for (Path file : files()) {
            if (file.startsWith(FOLDER.resolve("base")) && !file.endsWith("kustomization.yaml")) {
                objects.addAll(documents(file));
            }
        }
        return objects;
    }

    private static List<JsonNode> ofKind(List<JsonNode> objects, String kind) {
        return objects.stream()
                .filter(object -> object.path("kind").asText().equals(kind))
                .toList();
    }

    private static JsonNode named(List<JsonNode> objects, String kind, String name) {
        return ofKind(objects, kind).stream()
                .filter(object -> object.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " " + name));
    }

    private static JsonNode statefulSet(List<JsonNode> objects) {
        return named(objects, "StatefulSet", "sojourn");
    }

    private static JsonNode pod(List<JsonNode> objects) {
        return statefulSet(objects).at("/spec/template/spec");
    }

    private static JsonNode container(List<JsonNode> objects) {
        return pod(objects).at("/containers/0");
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.asText()));
        return texts;
    }

    private static List<String> texts(JsonNode array, String key) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.path(key).asText()));
        return texts;
    }

    @Test
    void everyFileIsYamlWithoutAKeyGivenTwice() throws IOException {
        assertThat(files())
                .hasSizeGreaterThan(5)
                .allSatisfy(file -> assertThat(documents(file)).isNotEmpty().allSatisfy(document -> {
                    assertThat(document.path("apiVersion").asText()).isNotEmpty();
                    assertThat(document.path("kind").asText()).isNotEmpty();
                }));
    }

    @Test
    void aKeyGivenTwiceWouldBeSeen() throws IOException {
        Path file = Files.writeString(temp.resolve("twice.yaml"), "kind: A\nkind: B\n");
        assertThat(catching(file)).contains("Duplicate field 'kind'");
    }

    private static String catching(Path file) {
        try {
            return documents(file).toString();
        } catch (AssertionError e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void everyFileThatAKustomizationNamesIsThere() throws IOException {
        for (Path file : files()) {
            if (file.endsWith("kustomization.yaml")) {
                JsonNode kustomization = documents(file).get(0);
                List<String> named = new ArrayList<>(texts(kustomization.path("resources")));
                named.addAll(texts(kustomization.path("patches"), "path"));
                assertThat(named).isNotEmpty().allSatisfy(name -> assertThat(file.resolveSibling(name))
                        .exists());
            }
        }
    }

    @Test
    void selectorsMatchTheLabelsOfThePod() throws IOException {
        List<JsonNode> objects = base();
        JsonNode labels = statefulSet(objects).at("/spec/template/metadata/labels");
        List<JsonNode> selectors = new ArrayList<>();
        selectors.add(statefulSet(objects).at("/spec/selector/matchLabels"));
        ofKind(objects, "Service").forEach(service -> selectors.add(service.at("/spec/selector")));
        selectors.add(named(objects, "NetworkPolicy", "allow-console").at("/spec/podSelector/matchLabels"));
        assertThat(selectors).hasSize(4).allSatisfy(selector -> {
            assertThat(selector).isNotEmpty();
            selector.properties()
                    .forEach(label -> assertThat(labels.path(label.getKey())).isEqualTo(label.getValue()));
        });
    }

    @Test
    void everyNameThatIsReferredToIsThere() throws IOException {
        List<JsonNode> objects = base();
        JsonNode set = statefulSet(objects);
        named(objects, "ServiceAccount", pod(objects).path("serviceAccountName").asText());
        JsonNode governing =
                named(objects, "Service", set.at("/spec/serviceName").asText());
        assertThat(governing.at("/spec/clusterIP").asText()).isEqualTo("None");

        Set<String> volumes = new HashSet<>(texts(pod(objects).path("volumes"), "name"));
        set.at("/spec/volumeClaimTemplates")
                .forEach(claim -> volumes.add(claim.at("/metadata/name").asText()));
        assertThat(texts(container(objects).path("volumeMounts"), "name")).containsExactlyInAnyOrderElementsOf(volumes);

        Set<String> ports = new HashSet<>();
        ofKind(objects, "Service").forEach(service -> ports.addAll(texts(service.at("/spec/ports"), "targetPort")));
        ofKind(objects, "NetworkPolicy").forEach(policy -> policy.at("/spec/ingress")
                .forEach(rule -> ports.addAll(texts(rule.path("ports"), "port"))));
        assertThat(ports).isNotEmpty().isSubsetOf(texts(container(objects).path("ports"), "name"));
    }

    @Test
    void thePodHasNoRightsItDoesNotNeed() throws IOException {
        List<JsonNode> objects = base();
        JsonNode pod = pod(objects);
        assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/securityContext/runAsUser").asInt()).isPositive();
        assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
        JsonNode context = container(objects).path("securityContext");
        assertThat(context.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(context.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(texts(context.at("/capabilities/drop"))).containsExactly("ALL");
        assertThat(context.at("/capabilities/add").isMissingNode()).isTrue();
        assertThat(pod.findValues("hostPath")).isEmpty();
        assertThat(pod.path("hostNetwork").asBoolean()).isFalse();
        JsonNode deny = named(objects, "NetworkPolicy", "default-deny").path("spec");
        assertThat(deny.path("podSelector")).isEmpty();
        assertThat(texts(deny.path("policyTypes"))).containsExactlyInAnyOrder("Ingress", "Egress");
    }

    @Test
    void memoryIsBoundedAndLeavesRoomBesideTheHeap() throws IOException {
        JsonNode resources = container(base()).path("resources");
        assertThat(resources.at("/requests/cpu").asText()).matches("[0-9]+m|[0-9]+");
        String limit = resources.at("/limits/memory").asText();
        assertThat(limit)
                .matches("[0-9]+Mi")
                .isEqualTo(resources.at("/requests/memory").asText());
        String docker = Files.readString(FOLDER.resolve("Dockerfile"));
        assertThat(docker).contains("-Xmx640m", "MaxMetaspaceSize=256m");
        assertThat(Integer.parseInt(limit.replace("Mi", ""))).isGreaterThan(640 + 256 + 128);
    }

    @Test
    void probesAskTheConsoleByANameItAnswersTo() throws IOException {
        JsonNode container = container(base());
        for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
            JsonNode get = container.path(probe).path("httpGet");
            assertThat(get.path("path").asText()).isEqualTo("/api/health");
            assertThat(texts(container.path("ports"), "name"))
                    .contains(get.path("port").asText());
            assertThat(get.at("/httpHeaders/0/name").asText()).isEqualTo("Host");
            assertThat(get.at("/httpHeaders/0/value").asText()).isEqualTo("localhost");
        }
    }

    @Test
    void theConsoleKnowsTheNameOfItsService() throws IOException {
        List<JsonNode> objects = base();
        String service = named(objects, "Service", "sojourn-console")
                .at("/metadata/name")
                .asText();
        assertThat(texts(container(objects).path("args")))
                .startsWith("up", "--data", "/data")
                .containsSequence("--console-bind", "0.0.0.0")
                .containsSequence("--console-name", service)
                .containsSequence("--console-name", service + ".sojourn.svc.cluster.local")
                .containsSequence(
                        "--console-port",
                        container(objects).at("/ports/0/containerPort").asText());
        assertThat(texts(container(objects).path("volumeMounts"), "mountPath")).containsExactly("/data", "/tmp");
    }

    @Test
    void theImageIsTheOneOfThisVersionAndNeverLatest() throws IOException {
        String pom = Files.readString(TestData.root().resolve("pom.xml"));
        String image = container(base()).path("image").asText();
        assertThat(image).matches("sojourn:[0-9]+\\.[0-9]+\\.[0-9]+");
        String version = image.substring(image.indexOf(':') + 1);
        assertThat(pom).contains("<version>" + version + "</version>");
        assertThat(documents(FOLDER.resolve("overlays/dev/kustomization.yaml"))
                        .get(0)
                        .at("/images/0/newTag")
                        .asText())
                .isEqualTo(version);
        assertThat(Files.readString(FOLDER.resolve("Dockerfile")))
                .contains(
                        "-t " + image + " .",
                        "COPY launcher/target/lib/",
                        "COPY launcher/target/sojourn.jar",
                        "USER 10001")
                .doesNotContain(":latest");
    }

    @Test
    void everyObjectSaysWhatItBelongsTo() throws IOException {
        assertThat(base())
                .filteredOn(object -> !object.path("kind").asText().equals("NetworkPolicy"))
                .allSatisfy(object -> assertThat(object.at("/metadata/labels/app.kubernetes.io~1name")
                                .asText())
                        .isEqualTo("sojourn"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/dev"})
    void kustomizeRendersEveryObject(String folder) throws Exception {
        assumeTrue(kubectl().isPresent(), "no kubectl on the PATH");
        File rendered = temp.resolve("rendered.yaml").toFile();
        File errors = temp.resolve("errors").toFile();
        Process process = new ProcessBuilder(
                        kubectl().orElseThrow().toString(),
                        "kustomize",
                        FOLDER.resolve(folder).toString())
                .redirectOutput(rendered)
                .redirectError(errors)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(errors.toPath())).isEmpty();
        assertThat(process.exitValue()).isZero();
        List<JsonNode> objects = documents(rendered.toPath());
        assertThat(objects).hasSizeGreaterThanOrEqualTo(base().size());
        assertThat(container(objects).path("image")).isEqualTo(container(base()).path("image"));
        assertThat(container(objects).path("args")).isEqualTo(container(base()).path("args"));
        assertThat(container(objects).at("/resources/limits/memory").asText()).isNotEmpty();
    }

    private static Optional<Path> kubectl() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .map(folder -> Path.of(folder).resolve("kubectl"))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
