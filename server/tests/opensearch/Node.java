// A real OpenSearch node out of its published jars, for tests: no installation, no modules folder, loopback alone.
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Priority;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/** {@code Node FOLDER NAME PORT SEED,… NAME,… FILE}: seeds and names are those of the whole cluster; its address goes to FILE. */
class Node extends org.opensearch.node.Node {
    Node(Environment environment, List<Class<? extends Plugin>> plugins) {
        super(environment, plugins, true);
    }

    @Override
    protected void configureNodeAndClusterIdStateListener(ClusterService service) {}

    public static void main(String[] args) throws Exception {
        Path home = Path.of(args[0]);
        Files.createDirectories(home.resolve("config"));
        Settings settings = Settings.builder()
            .put("path.home", home.toString())
            .put("cluster.name", "plumbline-tests")
            .put("node.name", args[1])
            .put("network.host", "127.0.0.1")
            .put("http.port", "0")
            .put("transport.port", args[2])
            .put("transport.type", "netty4")
            .put("http.type", "netty4")
            .put("discovery.seed_hosts", args[3])
            .put("cluster.initial_cluster_manager_nodes", args[4])
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
        LogConfigurator.configureWithoutConfig(settings);
        List<Class<? extends Plugin>> plugins = new ArrayList<>(
            List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, PainlessPlugin.class));
        try {
            plugins.add(Class.forName("org.opensearch.knn.plugin.KNNPlugin").asSubclass(Plugin.class));
        } catch (ClassNotFoundException none) {
            System.err.println("without k-NN: " + none.getMessage());
        }
        Node node = new Node(new Environment(settings, home.resolve("config")), plugins);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                node.close();
            } catch (Exception failed) {
                failed.printStackTrace();
            }
        }));
        node.start();
        String many = String.valueOf(args[4].split(",").length);
        node.client().admin().cluster().prepareHealth().setWaitForNodes(">=" + many).setWaitForEvents(Priority.LANGUID)
            .setTimeout("100s").get();
        String address = node.injector().getInstance(HttpServerTransport.class).boundAddress().publishAddress().toString();
        Path file = Path.of(args[5]);
        Files.writeString(file.resolveSibling(file.getFileName() + ".new"), "http://" + address + "\n");
        Files.move(file.resolveSibling(file.getFileName() + ".new"), file);
        new CountDownLatch(1).await();
    }
}
