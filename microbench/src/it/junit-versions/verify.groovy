import groovy.xml.XmlSlurper

def reports = new File(basedir, 'target/surefire-reports')
def cases = { name -> new XmlSlurper().parse(new File(reports, "TEST-com.acme.${name}.xml")).testcase }

// Spring Boot 3.5.0 manages JUnit 5.12.2.
['5.10.5': '5.10.5', '5.13.4': '5.13.4', '6.1.3': '6.1.3', 'boot': '5.12.2'].each { run, version ->
    def unit = cases("SquareRootTest-$run")
    assert unit*.@name*.text() == ['returnsTwoForFour'] : run
    assert unit[0].'system-out'.text().contains("JUnit $version") : run
    def measured = cases("SquareRootBenchmark-$run")
    assert measured*.@name*.text() == ['squareRoot(of=2)[1]', 'squareRoot(of=1024)[2]'] : run
    assert measured.every { it.failure.isEmpty() && it.error.isEmpty() && it.skipped.isEmpty() } : run
    assert measured.every { it.'system-out'.text().contains('Result "com.acme.SquareRootBenchmark.squareRoot"') } : run
    def conditions = cases("ConditionsBenchmark-$run")
    assert conditions.findAll { !it.skipped.isEmpty() }*.@name*.text() == ['onlyElsewhere', 'switchedOff'] : run
    assert conditions.size() == 3 : run
}

// Without Maven: JUnit's console, whose class loader loads the benchmarks.
def java = new File(System.getProperty('java.home'), 'bin/java').path
def settings = ['-Dforks=1', '-DwarmupIterations=1', '-DmeasureIterations=1', '-Dmicrobench.warmupTime=20ms',
        '-Dmicrobench.measurementTime=20ms']
def jars = new File(basedir, 'target/lib').listFiles().findAll { it.name.endsWith('.jar') }
def own = jars.findAll { !(it.name ==~ /(junit-|opentest4j|apiguardian).*/) }
def classPath = { files -> (files + [new File(basedir, 'target/test-classes')])*.path.join(File.pathSeparator) }
def run = { List<String> arguments ->
    def process = new ProcessBuilder([java, '-XX:TieredStopAtLevel=1'] + settings + arguments)
            .directory(new File(basedir, 'target')).redirectErrorStream(true).start()
    def text = process.inputStream.getText('UTF-8')
    println text
    [process.waitFor(), text]
}
def console = new File(basedir, 'target/console/junit-platform-console-standalone-1.13.4.jar').path

def (status, text) = run(['-jar', console, 'execute', '--disable-banner', '--class-path', classPath(own),
        '--select-class', 'com.acme.SquareRootBenchmark', '--select-class', 'com.acme.SquareRootTest'])
assert status == 0
assert text.contains('[         3 tests successful      ]')
assert text.count('Result "com.acme.SquareRootBenchmark.squareRoot"') == 2

// The main class of `microbench run`, with the oldest JUnit Platform and without one.
(status, text) = run(['-cp', classPath(jars), 'io.microbench.junit.SuiteMain'])
assert jars.any { it.name == 'junit-platform-engine-1.10.5.jar' }
assert status == 0
assert text.count('Result "com.acme.SquareRootBenchmark.squareRoot"') == 2
(status, text) = run(['-cp', classPath(own), 'io.microbench.junit.SuiteMain'])
assert status == 2
assert text.contains('<artifactId>junit-jupiter</artifactId>')
true
