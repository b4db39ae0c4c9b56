module com.acme.lib {
    exports com.acme.lib;
}
