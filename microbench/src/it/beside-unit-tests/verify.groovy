import groovy.xml.XmlSlurper

def reports = new File(basedir, 'target/surefire-reports')
def cases = { file -> new XmlSlurper().parse(new File(reports, file)).testcase }

def unit = cases('TEST-com.acme.ChecksumTest.xml')
assert unit*.@name*.text() == ['returnsZeroForEmptyInput']

def chosen = cases('TEST-com.acme.ChecksumBenchmark-chosen.xml')
assert chosen*.@name*.text() == ['checksum(size=16)[1]'] : chosen*.@name*.text()
assert chosen.every { it.'system-out'.text().contains('Result "com.acme.ChecksumBenchmark.checksum"') }

// The harness adds only itself, JMH and the dependencies of JMH to the project's own class path.
def properties = new XmlSlurper().parse(new File(reports, 'TEST-com.acme.ChecksumTest.xml')).properties.property
def classPath = properties.find { it.@name.text() == 'java.class.path' }.@value.text()
def jars = classPath.split(File.pathSeparator).collect { new File(it).name }.findAll { it.endsWith('.jar') }
        .collect { it.replaceAll(/-\d.*/, '') }
def own = ['junit-jupiter', 'junit-jupiter-api', 'junit-jupiter-params', 'junit-jupiter-engine', 'junit-platform-commons',
        'junit-platform-engine', 'opentest4j', 'apiguardian-api', 'jackson-databind', 'jackson-core', 'jackson-annotations']
assert jars.findAll { !own.contains(it) && !it.startsWith('surefire') && it != 'junit-platform-launcher' }.sort() ==
        ['commons-math3', 'jmh-core', 'jmh-generator-reflection', 'jopt-simple', 'jspecify', 'microbench'] : classPath
assert classPath.contains('junit-platform-engine-1.11.4.jar') && classPath.contains('jackson-databind-2.17.3.jar')

// A benchmark of Jackson measures the version that the project declares.
def jackson = cases('TEST-com.acme.JacksonBenchmark-chosen.xml')
assert jackson*.@name*.text() == ['write'] : jackson*.@name*.text()
assert jackson.every { it.failure.isEmpty() && it.error.isEmpty() }
def records = new File(basedir, 'target/microbench').listFiles().collect { new File(it, 'run.json') }
def record = records.findAll { it.exists() }*.text.find { it.contains('com.acme.JacksonBenchmark') }
assert record.contains('"2.17.3"') && record.contains('jackson-annotations-2.17.3.jar')

def log = new File(basedir, 'build.log').text
assert log.contains('Tests run: 8, Failures: 1') || log.contains('Tests run: 8, Failures: 0, Errors: 1')
assert log.contains('java.lang.IllegalArgumentException: too large: 256')
assert log.contains('not needed')
assert log.contains('*:size=17')
assert log.contains('forks') && log.contains('two')
assert log.contains('about')
assert log.contains('-Dtest="ChecksumBenchmark#nosuch" matches none of 8 cases.')
assert log.contains('-Dtest="ChecksumBenchmark#nosuch*" matches none of 8 cases.')
assert log.contains('Unknown setting fork = "1" (system property). Did you mean forks?')
assert log.contains('Unknown setting measureIteration = "1" (system property). Did you mean measureIterations?')
true
