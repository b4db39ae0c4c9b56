def log = new File(basedir, 'build.log').text
assert log.contains('There is no META-INF/BenchmarkList on the class path')
assert log.contains('<artifactId>jmh-generator-annprocess</artifactId>')
true
