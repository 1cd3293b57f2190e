"""Checks properties that a schema does not cover: names match, no pod requests what `restricted` forbids, and relays run
the image with its program, ports and user.

    properties.py MANIFESTS RELAY_SETTINGS DOCKERFILE VERSION

MANIFESTS is what kustomize has built.
"""
import json
import os
import re
import sys
import yaml

objects = [each for each in yaml.safe_load_all(open(sys.argv[1])) if each]
kinds = {}
for each in objects:
    kinds.setdefault(each["kind"], []).append(each)
workloads = kinds.get("Deployment", []) + kinds.get("StatefulSet", [])
problems = []


def expect(holds, problem):
    if not holds:
        problems.append(problem)


def name(each):
    return each["metadata"]["name"]


def labels(workload):
    return workload["spec"]["template"]["metadata"]["labels"]


def container(workload):
    (only,) = workload["spec"]["template"]["spec"]["containers"]
    return only


def ports(workload):
    return {port["name"] for port in container(workload)["ports"]}


def selected(selector, what):
    """The workload whose pods the selector has."""
    found = [each for each in workloads if selector and selector.items() <= labels(each).items()]
    expect(len(found) == 1, f"{what} selects the pods of {len(found)} workloads")
    return found[0] if found else None


def check_workload(workload):
    what = f"{workload['kind']} {name(workload)}"
    pod = workload["spec"]["template"]["spec"]
    expect(selected(workload["spec"]["selector"]["matchLabels"], what) is workload, f"{what} does not select its own pods")
    for spread in pod.get("topologySpreadConstraints", []):
        expect(selected(spread["labelSelector"]["matchLabels"], what) is workload, f"{what} spreads other pods")
    only = container(workload)
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        action = only.get(probe, {}).get("httpGet") or only.get(probe, {}).get("tcpSocket")
        expect(action is None or action["port"] in ports(workload), f"the {probe} of {what} uses a missing port")
    claims = {claim["metadata"]["name"] for claim in workload["spec"].get("volumeClaimTemplates", [])}
    volumes = {volume["name"] for volume in pod.get("volumes", [])}
    for mount in only["volumeMounts"]:
        expect(mount["name"] in volumes | claims, f"volume {mount['name']} of {what} is missing")
        expect(mount.get("readOnly") or mount["name"] in claims, f"volume {mount['name']} of {what} is writable")
    maps = {name(each) for each in kinds["ConfigMap"]}
    for volume in pod.get("volumes", []):
        if "configMap" in volume:
            expect(volume["configMap"]["name"] in maps, f"ConfigMap {volume['configMap']['name']} is missing")
    if workload["kind"] == "StatefulSet":
        service = [each for each in kinds["Service"] if name(each) == workload["spec"]["serviceName"]]
        expect(len(service) == 1 and service[0]["spec"].get("clusterIP") == "None", f"{what} has no headless Service")
    check_security(what, pod, only)


def check_security(what, pod, only):
    outer, inner = pod["securityContext"], only["securityContext"]
    expect(outer["runAsNonRoot"] and outer["runAsUser"] > 0, f"the pod of {what} may run as root")
    expect(outer["seccompProfile"]["type"] == "RuntimeDefault", f"{what} has no seccomp profile")
    expect(inner["allowPrivilegeEscalation"] is False, f"{what} allows privilege escalation")
    expect(inner["readOnlyRootFilesystem"], f"the root file system of {what} is writable")
    expect(inner["capabilities"] == {"drop": ["ALL"]}, f"the container of {what} keeps capabilities")
    expect(not pod.get("hostNetwork") and not pod.get("hostPID"), f"the pod of {what} uses the host's namespaces")
    expect(pod["automountServiceAccountToken"] is False, f"the pod of {what} mounts a service account token")


def check_services():
    for service in kinds["Service"]:
        what = f"Service {name(service)}"
        workload = selected(service["spec"]["selector"], what)
        for port in service["spec"]["ports"]:
            expect(workload is None or port["targetPort"] in ports(workload), f"{what} uses the missing port {port['targetPort']}")
    for budget in kinds["PodDisruptionBudget"]:
        selected(budget["spec"]["selector"]["matchLabels"], f"PodDisruptionBudget {name(budget)}")


def check_network():
    """Each port exists where the policy lets traffic in, and what a policy lets out another one lets in."""
    policies = {}
    for policy in kinds["NetworkPolicy"]:
        workload = selected(policy["spec"]["podSelector"]["matchLabels"], f"NetworkPolicy {name(policy)}")
        if workload is None:
            continue
        policies[name(workload)] = policy
        for rule in policy["spec"]["ingress"]:
            for port in rule["ports"]:
                expect(port["port"] in ports(workload), f"NetworkPolicy {name(policy)} allows the missing port {port['port']}")
    for own, policy in policies.items():
        for rule in policy["spec"]["egress"]:
            for peer in rule.get("to", []):
                if "podSelector" not in peer:
                    continue
                other = selected(peer["podSelector"]["matchLabels"], f"NetworkPolicy {name(policy)}")
                for port in rule["ports"] if other else []:
                    expect(admits(policies[name(other)], own, port["port"]),
                           f"{own} may connect to {port['port']} of {name(other)}, which does not let it in")


def admits(policy, workload, port):
    (source,) = [each for each in workloads if name(each) == workload]
    for rule in policy["spec"]["ingress"]:
        if port not in [each["port"] for each in rule["ports"]]:
            continue
        selectors = [peer["podSelector"]["matchLabels"] for peer in rule.get("from", []) if "podSelector" in peer]
        if "from" not in rule or any(selector.items() <= labels(source).items() for selector in selectors):
            return True
    return False


def check_relay():
    # The relay's image consists of the stages `runtime` and `relay`.
    stages = dict(
        re.match(r"\S+ AS (\S+)\n(.*)", stage, re.DOTALL).groups()
        for stage in re.split(r"^FROM ", open(sys.argv[3]).read(), flags=re.MULTILINE)[1:]
    )
    image = stages["runtime"] + stages["relay"]

    def argument(instruction):
        return re.search(rf"^{instruction} (.*)$", image, re.MULTILINE)[1]

    (workload,) = [each for each in workloads if name(each) == "relay"]
    only = container(workload)
    expect(only["image"].rsplit(":", 1)[1] == sys.argv[4], f"the image does not have version {sys.argv[4]}")
    relay = yaml.safe_load(open(sys.argv[2]))
    exposed = {int(port) for port in argument("EXPOSE").split()}
    listening = {port: int(relay[key].rsplit(":", 1)[1]) for port, key in (("streamd", "listen"), ("admin", "admin"))}
    expect({port["name"]: port["containerPort"] for port in only["ports"]} == listening,
           f"relay.yaml listens on {listening}, but the container has other ports")
    expect(set(listening.values()) == exposed, f"the image exposes {exposed}, and relay.yaml listens on {listening}")
    expect(json.loads(argument("ENTRYPOINT")) == ["streamd"] and "command" not in only,
           "the image's entry point is not streamd, so args would not be its arguments")
    expect(only["args"][0] == json.loads(argument("CMD"))[0] == "relay",
           "the container does not run the image's subcommand")
    mounts = {mount["mountPath"] for mount in only["volumeMounts"]}
    files = [value for value in relay.values() if isinstance(value, str) and value.startswith("/")]
    for path in [only["args"][2], *files]:
        expect(path.rsplit("/", 1)[0] in mounts, f"no volume is mounted for {path}")
    settings = [each for each in kinds["ConfigMap"] if name(each).startswith("relay-")]
    expect(len(settings) == 1 and only["args"][2].rsplit("/", 1)[1] in settings[0]["data"],
           "the ConfigMap does not contain the settings file")
    user, group = (int(number) for number in argument("USER").split(":"))
    security = workload["spec"]["template"]["spec"]["securityContext"]
    expect((user, group) == (security["runAsUser"], security["runAsGroup"]),
           f"the image runs as {user}, but the pod as another user")


def rules(configuration):
    """The lines from the first frontend on that do not depend on the place."""
    lines = configuration[configuration.index("\nfrontend "):].replace(" resolvers cluster init-addr none", "").splitlines()
    return [line for line in lines if not line.lstrip().startswith(("#", "bind ", "server "))]


def check_cluster():
    """What HAProxy, etcd and the autoscaler have to agree on."""
    (scaler,) = kinds["HorizontalPodAutoscaler"]
    target = scaler["spec"]["scaleTargetRef"]
    expect(target["name"] in [name(each) for each in kinds[target["kind"]]], "the autoscaler has no target")
    (settings,) = [each for each in kinds["ConfigMap"] if name(each).startswith("haproxy-")]
    text = settings["data"]["haproxy.cfg"]
    count = scaler["spec"]["maxReplicas"]
    for end in ("", " track relays/"):
        expected = [f"relay-{number}" for number in range(count)]
        found = re.findall(rf"^    server (relay-\d+) \1\.relay\.streamd\.svc\.cluster\.local:7450{end}(?:\1)?$", text, re.MULTILINE)
        expect(found == expected, f"HAProxy has the servers {found}, and the autoscaler may start {count} pods")
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../docs/haproxy.cfg")) as document:
        expect(rules(text) == rules(document.read()), "haproxy.cfg has other rules than docs/haproxy.cfg")
    (haproxy,) = [each for each in workloads if name(each) == "haproxy"]
    for port, number in (("streamd", 7450), ("health", 8404)):
        bound = re.search(rf"^    bind :{number}( |$)", text, re.MULTILINE)
        listed = {each["name"]: each["containerPort"] for each in container(haproxy)["ports"]}
        expect(bound and listed[port] == number, f"HAProxy does not listen on port {number}")
    (etcd,) = [each for each in workloads if name(each) == "etcd"]
    members = [f"etcd-{number}.etcd.streamd.svc.cluster.local" for number in range(etcd["spec"]["replicas"])]
    relay = yaml.safe_load(open(sys.argv[2]))
    expect(relay["cluster"] == [f"etcd://{member}:2379" for member in members], "relay.yaml names other members of etcd")
    initial = ",".join(f"{member.split('.')[0]}=http://{member}:2380" for member in members)
    expect(f"--initial-cluster={initial}" in container(etcd)["args"], "etcd has other members than replicas")


for workload in workloads:
    check_workload(workload)
check_services()
check_network()
check_relay()
if "HorizontalPodAutoscaler" in kinds:
    check_cluster()
namespaces = {each["metadata"].get("namespace") for each in objects if each["kind"] != "Namespace"}
expect(namespaces == {"streamd"}, f"the objects have other namespaces: {namespaces}")
for problem in problems:
    print(f"FAILED: {problem}", file=sys.stderr)
sys.exit(1 if problems else print(f"{len(objects)} objects are correct"))
