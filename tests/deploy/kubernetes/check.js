// Checks every document of a file of Kubernetes manifests against the published types of the API: each becomes a typed
// literal of TypeScript, where an unknown field or a value of a wrong type is an error. Then it checks what types can't
// say: that the documents fit each other.
//
//   node check.js ../../../deploy/kubernetes.yaml
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

const here = dirname(fileURLToPath(import.meta.url));

function fail(...messages) {
  console.error(messages.join("\n"));
  process.exit(1);
}

function readManifests(file) {
  return parseAllDocuments(readFileSync(file, "utf8"), { merge: false }).map((document) => {
    if (document.errors.length > 0) fail(...document.errors.map((error) => `${file}: ${error.message}`));
    return document.toJS();
  });
}

// "networking.k8s.io/v1" is in kubernetes-types/networking/v1, and "v1" in kubernetes-types/core/v1.
function moduleOf({ apiVersion }) {
  const [group, version] = apiVersion.includes("/") ? apiVersion.split("/") : ["core", apiVersion];
  return `kubernetes-types/${group.split(".")[0]}/${version}`;
}

function checkTypes(manifests) {
  const imports = manifests.map((each, i) => `import { ${each.kind} as Kind${i} } from "${moduleOf(each)}"`);
  const literals = manifests.map((each, i) => `export const sound${i}: Kind${i} = ${JSON.stringify(each, null, 1)}`);
  // Proof that the check can fail: an error must be found in each of these lines.
  const wrong = manifests.flatMap((each, i) => [
    "// @ts-expect-error an unknown field",
    `export const unknown${i}: Kind${i} = ${JSON.stringify({ ...each, spec: { ...each.spec, imagined: 1 } })}`,
    "// @ts-expect-error a wrong type",
    `export const mistyped${i}: Kind${i} = ${JSON.stringify({ ...each, metadata: { ...each.metadata, name: 1 } })}`,
  ]);
  // Within this folder, so that the compiler finds node_modules.
  const folder = mkdtempSync(join(here, "typed-"));
  try {
    const source = join(folder, "manifests.ts");
    const lines = [...imports, ...literals, ...wrong].join("\n").split("\n");
    writeFileSync(source, lines.join("\n"));
    const compiler = join(here, "node_modules/typescript/bin/tsc");
    const options = ["--noEmit", "--strict", "--module", "esnext", "--moduleResolution", "bundler"];
    const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, source], { encoding: "utf8" });
    const withLines = stdout.replace(/^.*manifests\.ts\((\d+),\d+\):/gm, (_, line) => `${lines[line - 1].trim()}\n `);
    if (status !== 0) fail("The types of Kubernetes don't allow this:", withLines);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function checkRelations(manifests) {
  const problems = [];
  const expect = (truth, message) => truth || problems.push(message);
  const find = (kind) => manifests.find((each) => each.kind === kind);

  const deployment = find("Deployment");
  const { metadata, spec: pod } = deployment.spec.template;
  const [container] = pod.containers;
  const ports = container.ports.map(({ containerPort }) => containerPort);
  const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));

  const selectors = [
    ["Deployment", deployment.spec.selector.matchLabels],
    ["Service", find("Service").spec.selector],
    ["PodDisruptionBudget", find("PodDisruptionBudget").spec.selector.matchLabels],
    ["NetworkPolicy", find("NetworkPolicy").spec.podSelector.matchLabels],
    ...pod.topologySpreadConstraints.map((each) => [each.topologyKey, each.labelSelector.matchLabels]),
  ];
  for (const [name, selector] of selectors)
    for (const [label, value] of Object.entries(selector))
      expect(metadata.labels[label] === value, `The selector of ${name} doesn't select the pods`);

  const names = container.ports.map(({ name }) => name);
  for (const { targetPort } of find("Service").spec.ports)
    expect(names.includes(targetPort), `The Service's port ${targetPort} is none of the container's`);
  for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"])
    expect(names.includes(container[probe].httpGet.port), `The ${probe}'s port is none of the container's`);
  const open = find("NetworkPolicy").spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port));
  expect(String(open) === String(ports), "The NetworkPolicy doesn't open exactly the container's ports");
  const scraped = metadata.annotations["prometheus.io/port"];
  expect(scraped === String(ports[0]), "prometheus.io/port is not the container's port");

  const scaled = find("HorizontalPodAutoscaler").spec;
  expect(scaled.scaleTargetRef.name === deployment.metadata.name, "The HorizontalPodAutoscaler has another target");
  expect(scaled.minReplicas >= 2, "There can be less than 2 pods");
  expect(deployment.spec.replicas === undefined, "The Deployment overrules the HorizontalPodAutoscaler");

  const drain = Number(environment.YUTOMOK_DRAIN_DELAY) + Number(environment.YUTOMOK_DRAIN_TIMEOUT ?? 10);
  expect(pod.terminationGracePeriodSeconds > drain, `terminationGracePeriodSeconds is too short for ${drain} s`);
  expect(pod.enableServiceLinks === false, "enableServiceLinks would set YUTOMOK_PORT");
  if (problems.length > 0) fail(...problems);
}

if (process.argv.length !== 3) fail("Usage: node check.js FILE");
const manifests = readManifests(process.argv[2]);
checkTypes(manifests);
checkRelations(manifests);
console.log(`Sound: ${manifests.map(({ kind }) => kind).join(", ")}`);
