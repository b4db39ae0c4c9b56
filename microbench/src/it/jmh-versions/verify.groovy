import groovy.json.JsonSlurper

// Each version has its own folder for the run.
['1.23': 'full + dont-inline hint', '1.36': 'compiler (auto-detected'].each { version, blackholes ->
    def runs = new File(basedir, "runs-${version}").listFiles()
    assert runs.length == 1 : version
    def run = new JsonSlurper().parse(new File(runs[0], 'run.json'))
    assert run.environment.jmh == version
    assert run.cases*.status == ['DONE', 'DONE'] : version
    assert run.cases.every { it.score.score > 0 && it.secondary.containsKey('gc.alloc.rate.norm') } : version
    assert run.cases.every { one -> one.forks.every { it.blackholeMode.startsWith(blackholes) } } : version
}
true
