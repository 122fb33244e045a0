// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Sends what libraries log to a bounded file: at most four of 4 MiB. */
public final class LogFile {
    private static final String FILE_SIZE = "4MB";
    private static final int OLD_FILES = 3;

    private LogFile() {}

    /** Takes java.util.logging in as well; warnings of libraries, and what Sojourn itself says. */
    public static void use(Path file) {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(appender(context, file));
        root.setLevel(Level.WARN);
        context.getLogger("io.sojourn").setLevel(Level.INFO);
        context.getLogger("org.apache.kafka").setLevel(Level.WARN);
        context.getLogger("org.apache.flink").setLevel(Level.WARN);
        // Flink names the committer of every sink alike, and says so each second.
        context.getLogger("org.apache.flink.metrics.MetricGroup").setLevel(Level.ERROR);
    }

    private static RollingFileAppender<ILoggingEvent> appender(LoggerContext context, Path file) {
        RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
        appender.setContext(context);
        appender.setFile(file.toString());
        FixedWindowRollingPolicy rolling = new FixedWindowRollingPolicy();
        rolling.setContext(context);
        rolling.setParent(appender);
        rolling.setFileNamePattern(file + ".%i");
        rolling.setMaxIndex(OLD_FILES);
        rolling.start();
        SizeBasedTriggeringPolicy<ILoggingEvent> trigger = new SizeBasedTriggeringPolicy<>();
        trigger.setContext(context);
        trigger.setMaxFileSize(FileSize.valueOf(FILE_SIZE));
        trigger.start();
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %level %logger{20} %msg%n");
        encoder.start();
        appender.setRollingPolicy(rolling);
        appender.setTriggeringPolicy(trigger);
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }
}
