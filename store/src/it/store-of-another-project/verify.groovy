import groovy.xml.XmlSlurper

def reports = new File(basedir, 'target/surefire-reports')
def cases = { name -> new XmlSlurper().parse(new File(reports, 'TEST-io.microbench.store.' + name + '.xml')).testcase }
def green = { all -> all.every { it.failure.isEmpty() && it.error.isEmpty() && it.skipped.isEmpty() } }

// The contract holds for the two stores of the project, too: log, map and mvstore have six durabilities.
def times = { all, method -> all.count { it.@name.text().startsWith(method + '(') } }
def local = cases('BackendContractTest')
assert times(local, 'findsPutKeysButNotDeletedOnes') == 7 && green(local) : local*.@name*.text()
def replicated = cases('ReplicatedBackendContractTest')
assert times(replicated, 'membersShareAStore') == 1 && green(replicated) : replicated*.@name*.text()

// The suite measured them, in addition to its own.
def measured = cases('MemoryStoreBenchmark')
assert green(measured)
['skiplist', 'map'].each { store ->
    ['insert', 'delete'].each { method ->
        assert measured.count { it.@name.text().startsWith(method + '(') && it.@name.text().contains('backend=' + store + ',') } == 1 : measured*.@name*.text()
    }
}
def nodes = cases('MemoryReplicatedBenchmark')
assert green(nodes)
[1, 3].each { count ->
    assert nodes.count { it.@name.text().contains('backend=httpmap,') && it.@name.text().contains('nodes=' + count) } == 1 : nodes*.@name*.text()
}

// Stores whose libraries the project does not have are ignored, with a reason.
def log = new File(basedir, 'build.log').text
assert log.contains('The store backend rocksdb is ignored: ') : log
assert !new File(basedir, 'target/stores').list() : 'a folder of a store is left'
true
