// Writes random groups and what Kafka's own assignors make of them, as data for the tests of ours.
// README.md beside this file says how to run it; src/consumer/group/assignor/cases.rs reads it.

import java.io.OutputStreamWriter;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.*;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.common.*;

public class AssignorCases {
    static final String[] TOPICS = {"orders", "audit", "logs.eu", "logs.us", "a", "b", "clicks", "z-last", "Upper"};
    static final int RACKS = 4;

    /** One member; generation: null = unknown, owned survive a round. */
    static class Member {
        String id, instance, rack;
        List<String> topics = new ArrayList<>();
        List<TopicPartition> owned = new ArrayList<>();
        Integer generation;
        boolean inUserData;
    }

    final Random random;
    final PrintWriter out;
    /** Topic name to the racks of each partition's replicas; null = replica on a node without rack. */
    final TreeMap<String, List<List<Integer>>> topics = new TreeMap<>();
    /** Do not come back: with fewer partitions they would confuse Kafka's assignor. */
    final Set<String> deleted = new HashSet<>();
    final List<Member> members = new ArrayList<>();
    boolean clientRacks, brokerRacks, equalTopics;
    int generation = 1, statics;

    AssignorCases(Random random, PrintWriter out) {
        this.random = random;
        this.out = out;
    }

    int below(int n) {
        return random.nextInt(n);
    }

    boolean chance(int percent) {
        return below(100) < percent;
    }

    List<Integer> replicas() {
        List<Integer> racks = new ArrayList<>();
        int first = below(RACKS), count = 1 + below(3);
        for (int i = 0; i < count; i++)
            racks.add(!brokerRacks || chance(2) ? null : (Integer) ((first + i) % RACKS));
        return racks;
    }

    void grow(String topic, int by) {
        List<List<Integer>> partitions = topics.computeIfAbsent(topic, t -> new ArrayList<>());
        for (int i = 0; i < by; i++)
            partitions.add(replicas());
    }

    void choose(Member m) {
        m.topics.clear();
        if (equalTopics && !members.isEmpty() && members.get(0) != m) {
            m.topics.addAll(members.get(0).topics);
            return;
        }
        for (String t : topics.keySet())
            if (chance(equalTopics ? 85 : 60))
                m.topics.add(t);
        if (m.topics.isEmpty() || chance(5))
            m.topics.add("missing");
        Collections.shuffle(m.topics, random);
    }

    Member member(boolean isStatic) {
        Member m = new Member();
        m.id = "c" + Integer.toString(36 * 36 + below(36 * 36 * 35), 36) + (chance(20) ? "-Z" : "");
        for (Member other : members)
            if (other.id.equals(m.id))
                m.id += "x";
        if (isStatic && chance(60))
            m.instance = "i" + (100 + below(900)) + "-" + statics++;
        if (clientRacks && chance(90))
            m.rack = "r" + below(RACKS);
        choose(m);
        return m;
    }

    void start() {
        int racks = below(10);
        clientRacks = racks >= 5;
        brokerRacks = racks >= 4;
        equalTopics = chance(50);
        boolean withStatics = chance(30);
        int size = chance(50) ? 6 : 18;
        List<String> names = new ArrayList<>(Arrays.asList(TOPICS));
        Collections.shuffle(names, random);
        int topicCount = 1 + below(chance(50) ? 3 : 7), same = 1 + below(size);
        boolean copartitioned = chance(30);
        for (String t : names.subList(0, topicCount))
            grow(t, copartitioned ? same : 1 + below(size));
        int count = 1 + below(chance(60) ? 5 : chance(80) ? 12 : 30);
        for (int i = 0; i < count; i++)
            members.add(member(withStatics));
        if (chance(25))
            claim();
    }

    /** Members claim partitions at random, with generations that contradict each other. */
    void claim() {
        for (Member m : members) {
            m.owned.clear();
            for (String t : topics.keySet())
                for (int p = 0; p < topics.get(t).size(); p++)
                    if ((m.topics.contains(t) || chance(5)) && below(members.size() + 1) < 2)
                        m.owned.add(new TopicPartition(t, p));
            m.generation = chance(10) ? null : (Integer) (generation - below(3));
            m.inUserData = false;
            if (chance(50))
                Collections.shuffle(m.owned, random);
        }
    }

    /** The group a round later: members hold what they were given, then something happens. */
    void next(Map<String, List<TopicPartition>> given) {
        generation++;
        boolean userData = chance(15);
        for (Member m : members) {
            if (!userData && chance(4) && m.generation != null)
                continue; // missed the round: claims what it had, of an old generation
            m.owned = new ArrayList<>(given.get(m.id));
            m.generation = generation;
            m.inUserData = userData;
        }
        int events = below(4);
        for (int i = 0; i < events; i++)
            happen();
    }

    void happen() {
        switch (below(9)) {
            case 0: case 1:
                if (members.size() > 1)
                    members.remove(below(members.size()));
                break;
            case 2: case 3: case 4:
                if (members.size() < 40)
                    members.add(below(members.size() + 1), member(members.get(0).instance != null));
                break;
            case 5:
                List<String> names = new ArrayList<>(topics.keySet());
                grow(names.get(below(names.size())), 1 + below(6));
                break;
            case 6:
                String some = TOPICS[below(TOPICS.length)];
                if (topics.size() > 1 && topics.containsKey(some) && chance(60)) {
                    topics.remove(some);
                    deleted.add(some);
                } else if (!deleted.contains(some)) {
                    grow(some, 1 + below(8));
                }
                break;
            case 7:
                if (equalTopics && chance(60)) {
                    choose(members.get(0));
                    members.forEach(this::choose);
                } else {
                    equalTopics = false;
                    choose(members.get(below(members.size())));
                }
                break;
            default:
                if (chance(30))
                    claim();
                else if (clientRacks)
                    members.get(below(members.size())).rack = "r" + below(RACKS);
        }
    }

    Cluster cluster() {
        Map<String, Node> nodes = new HashMap<>();
        for (int r = 0; r < RACKS; r++)
            nodes.put("" + r, new Node(r, "b" + r, 9092, "r" + r));
        nodes.put("null", new Node(99, "b99", 9092));
        List<PartitionInfo> infos = new ArrayList<>();
        topics.forEach((t, partitions) -> {
            for (int p = 0; p < partitions.size(); p++) {
                Node[] replicas = partitions.get(p).stream().map(r -> nodes.get("" + r)).toArray(Node[]::new);
                infos.add(new PartitionInfo(t, p, replicas[0], replicas, replicas));
            }
        });
        return new Cluster("cluster", nodes.values(), infos, Set.of(), Set.of());
    }

    Map<String, List<TopicPartition>> run(ConsumerPartitionAssignor assignor, boolean owned) {
        Map<String, Subscription> subscriptions = new HashMap<>();
        for (Member m : members) {
            ByteBuffer data = null;
            if (m.inUserData && m.generation != null && owned) {
                data = ByteBuffer.allocate(4).putInt(m.generation);
                data.flip();
            }
            Subscription s = new Subscription(m.topics, data, owned ? m.owned : List.of(),
                m.generation == null || m.inUserData ? -1 : m.generation, Optional.ofNullable(m.rack));
            s.setGroupInstanceId(Optional.ofNullable(m.instance));
            subscriptions.put(m.id, s);
        }
        Map<String, List<TopicPartition>> result = new HashMap<>();
        assignor.assign(cluster(), new GroupSubscription(subscriptions)).groupAssignment()
            .forEach((id, a) -> result.put(id, new ArrayList<>(a.partitions())));
        return result;
    }

    static String dash(String s) {
        return s == null || s.isEmpty() ? "-" : s;
    }

    static String list(List<TopicPartition> partitions) {
        StringBuilder s = new StringBuilder();
        String topic = null;
        for (TopicPartition p : partitions) {
            if (p.topic().equals(topic))
                s.append(',');
            else
                s.append(topic == null ? "" : "/").append(topic = p.topic()).append(':');
            s.append(p.partition());
        }
        return dash(s.toString());
    }

    /**
     * Prints the group as it stands and each assignor's result; returns the cooperative one.
     * null, and nothing printed, where Kafka's assignor goes wrong. 4.4.0 does when a claim of an
     * old generation is on a topic that its member no longer subscribes to (the member may get
     * the partition all the same), or when that member has all it can get (NullPointerException).
     */
    Map<String, List<TopicPartition>> print() {
        Map<String, List<TopicPartition>> cooperative;
        try {
            cooperative = run(new CooperativeStickyAssignor(), true);
        } catch (NullPointerException e) {
            return null;
        }
        for (Member m : members)
            if (!cooperative.get(m.id).stream().allMatch(p -> m.topics.contains(p.topic())))
                return null;
        out.println("case");
        topics.forEach((t, partitions) -> {
            StringBuilder s = new StringBuilder("topic " + t + " ");
            for (int p = 0; p < partitions.size(); p++) {
                s.append(p == 0 ? "" : ",");
                for (Integer r : partitions.get(p))
                    s.append(r == null ? "n" : "" + r);
            }
            out.println(s);
        });
        for (Member m : members)
            out.println(String.join(" ", "member", m.id, dash(m.instance), dash(m.rack),
                m.generation == null ? "-" : (m.inUserData ? "u" : "") + m.generation,
                dash(String.join(",", m.topics)), list(m.owned)));
        result("range", run(new RangeAssignor(), false));
        result("roundrobin", run(new RoundRobinAssignor(), false));
        result("cooperative-sticky", cooperative);
        return cooperative;
    }

    void result(String name, Map<String, List<TopicPartition>> assigned) {
        StringBuilder s = new StringBuilder(name);
        for (Member m : members)
            s.append(' ').append(list(assigned.get(m.id)));
        out.println(s);
    }

    public static void main(String[] args) throws Exception {
        Random random = new Random(Long.parseLong(args[1]));
        try (PrintWriter out = new PrintWriter(new OutputStreamWriter(
                new GZIPOutputStream(new FileOutputStream(args[0])), StandardCharsets.UTF_8))) {
            int wrong = 0;
            for (int left = Integer.parseInt(args[2]); left > 0; ) {
                AssignorCases group = new AssignorCases(random, out);
                group.start();
                for (int rounds = 1 + random.nextInt(6); rounds > 0 && left > 0; rounds--) {
                    Map<String, List<TopicPartition>> given = group.print();
                    if (given == null) {
                        wrong++;
                        break;
                    }
                    left--;
                    group.next(given);
                }
            }
            System.out.println("left out: " + wrong);
        }
    }
}
