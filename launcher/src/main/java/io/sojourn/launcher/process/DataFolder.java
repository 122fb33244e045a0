// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.telemetry.SettingSignature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything one installation keeps: the broker's log, windows state, checkpoints, the store, the signing key, and the
 * addresses under which the running process is reached.
 */
public final class DataFolder implements AutoCloseable {
    private static final String OWNER_ONLY = "rw-------";

    private final Path folder;
    private @Nullable FileChannel lockChannel;

    public DataFolder(Path folder) {
        if (folder.toString().isBlank()) {
            throw Refusal.wrongInput("--data is empty; give a folder");
        }
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** {@code $SOJOURN_DATA}, else {@code $XDG_DATA_HOME/sojourn}, else {@code ~/.local/share/sojourn}. */
    public static Path defaultPath() {
        @Nullable String data = System.getenv("SOJOURN_DATA");
        if (data != null) {
            return Path.of(data);
        }
        @Nullable String xdg = System.getenv("XDG_DATA_HOME");
        if (xdg != null) {
            return Path.of(xdg, "sojourn");
        }
        return Path.of(System.getProperty("user.home"), ".local", "share", "sojourn");
    }

    public Path path(String name) {
        return folder.resolve(name);
    }

    /** Takes the folder for this process until {@link #close}. */
    public void lock() {
        try {
            Files.createDirectories(folder);
            FileChannel channel =
                    FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            @Nullable FileLock lock;
            try {
                lock = channel.tryLock();
            } catch (OverlappingFileLockException heldByThisProcess) {
                lock = null;
            }
            if (lock == null) {
                channel.close();
                throw Refusal.wrongInput(
                        "--data " + folder + " is in use by another sojourn; stop it, or give another folder");
            }
            lockChannel = channel;
        } catch (IOException e) {
            throw Refusal.wrongInput("--data " + folder + " cannot be used: " + e + "; give a folder you may write to");
        }
    }

    /** The key that signs settings: made at first use, readable by its owner only. */
    public byte[] signingKey() {
        Path file = folder.resolve("settings.key");
        try {
            if (!Files.exists(file)) {
                byte[] key = new byte[SettingSignature.KEY_BYTES];
                new SecureRandom().nextBytes(key);
                Path fresh = Files.createTempFile(
                        folder,
                        "settings",
                        ".key",
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
                Files.write(fresh, key);
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw Refusal.wrongInput(file + " cannot be read or made: " + e);
        }
    }

    /** The key that the running installation made; a command never makes one of its own. */
    public byte[] existingSigningKey() {
        if (!Files.isReadable(folder.resolve("settings.key"))) {
            throw Refusal.wrongInput(
                    "--data " + folder + " has no settings.key that you can read; give the folder of the"
                            + " running installation, as its owner");
        }
        return signingKey();
    }

    /** Writes where the running process is reached, for the other commands. */
    public void announce(String bootstrapServers, String consoleUrl) {
        Properties properties = new Properties();
        properties.setProperty("bootstrap", bootstrapServers);
        properties.setProperty("console", consoleUrl);
        try (var out = Files.newOutputStream(folder.resolve("addresses.properties"))) {
            properties.store(out, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@link #announce} wrote last, whether or not that process still runs. */
    public Optional<String> announced(String key) {
        Path file = folder.resolve("addresses.properties");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (var in = Files.newInputStream(file)) {
            properties.load(in);
        } catch (IOException e) {
            throw Refusal.wrongInput(file + " cannot be read: " + e);
        }
        return Optional.ofNullable(properties.getProperty(key));
    }

    /** An empty folder of that name: what a crash left in it is deleted. */
    public Path emptied(String name) {
        Path path = folder.resolve(name);
        deleteTree(path);
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw Refusal.wrongInput(path + " cannot be made: " + e);
        }
    }

    @Override
    public void close() {
        FileChannel channel = lockChannel;
        lockChannel = null;
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Deletes all that is in it but one entry. */
    public void deleteAllBut(String name) {
        try (Stream<Path> entries = Files.list(folder)) {
            entries.filter(entry -> !entry.endsWith(name)).forEach(DataFolder::deleteTree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a folder and all below it; nothing happens when it is not there. */
    public static void deleteTree(Path path) {
        if (!Files.exists(path)) {
            return;
        }
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException failed) throws IOException {
                    Files.deleteIfExists(dir);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
