// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
import io.microbench.internal.asm.ClassReader;
import io.microbench.internal.asm.ClassVisitor;
import io.microbench.internal.asm.ClassWriter;
import io.microbench.internal.asm.Opcodes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Copies a library from the class path into a folder, replacing its files, with its classes in a newer format.
 *
 * <p>Classes of formats before Java 6 have no stack maps. The JVM does not archive them completely, and verifies them at each start
 * with a slower verifier: 135 classes of picocli. The copies have the same code, with stack maps, and the checksum of the
 * original as comment, by which the command recognizes the same library in a suite.
 *
 * <p>Usage: {@code NewerClassFiles FOLDER NAME}, with the name of a jar on the class path, without version.
 */
final class NewerClassFiles {

    private static final String CLASS = ".class";

    /** The newest format without features that the code would have to use, such as nest mates. */
    private static final int FORMAT = Opcodes.V1_8;

    private NewerClassFiles() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[0]));
        try (Stream<Path> earlier = Files.list(folder)) {
            for (Path left : earlier.toList()) {
                Files.delete(left);
            }
        }
        List<Path> entries = Stream.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .map(Path::of)
                .toList();
        Path jar = entries.stream()
                .filter(entry -> entry.getFileName().toString().matches(args[1] + "-[0-9].*\\.jar"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no jar " + args[1] + " on the class path " + entries));
        copy(jar, folder.resolve(jar.getFileName()));
    }

    private static void copy(Path jar, Path target) throws IOException {
        try (InputStream file = Files.newInputStream(jar);
                ZipInputStream in = new ZipInputStream(file);
                OutputStream made = Files.newOutputStream(target);
                ZipOutputStream out = new ZipOutputStream(made)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                ZipEntry copied = new ZipEntry(entry.getName());
                copied.setTime(entry.getTime());
                out.putNextEntry(copied);
                byte[] bytes = in.readAllBytes();
                // The checksum is known only now; comments are written behind all entries.
                copied.setComment(Long.toHexString(entry.getCrc()));
                boolean isClass = entry.getName().endsWith(CLASS) && !entry.getName().startsWith("META-INF/");
                out.write(isClass ? newer(bytes) : bytes);
                out.closeEntry();
            }
        }
    }

    private static byte[] newer(byte[] old) {
        ClassReader reader = new ClassReader(old);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public void visit(
                            int format, int access, String name, String signature, String parent, String[] interfaces) {
                        super.visit(Math.max(format, FORMAT), access, name, signature, parent, interfaces);
                    }
                },
                ClassReader.SKIP_FRAMES);
        return writer.toByteArray();
    }
}
