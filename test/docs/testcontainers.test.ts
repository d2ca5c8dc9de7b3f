import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scratchFolder } from '../runtime/scratch.ts'
import { binary } from '../support/binary.ts'
import { isHere } from '../support/outside/needs.ts'
import { runProgram } from '../support/run-program.ts'
import { blocksOf, page, root } from './pages.ts'

async function example(name: string): Promise<string> {
  return await readFile(path.join(root, 'examples/testcontainers', name), 'utf8')
}

test.each([
  ['js', 'sandgate.mjs'],
  ['java', 'Sandgate.java'],
])('the manual shows the example in %s as it is', async (language, name) => {
  const [block] = blocksOf(page('docs/guides/containers.md'), language)
  expect(block?.code).toBe(await example(name))
})

/*
 * No container engine is at hand. In its place, these start the program itself with the command and
 * the environment that the examples give to the container.
 */
const forNode = `
import { spawn } from 'node:child_process'
export const Wait = { forHealthCheck: () => 'health check' }
export class GenericContainer {
  withEnvironment(env) { this.env = env; return this }
  withCommand(words) { this.words = words; return this }
  withExposedPorts(port) { this.port = port; return this }
  withWaitStrategy(wait) { this.wait = wait; return this }
  async start() {
    const args = [${JSON.stringify(binary)}, ...this.words, '--port', '0', '--json']
    const child = spawn(process.execPath, args, { env: { ...process.env, ...this.env } })
    const line = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(String(text))))
    const mapped = new URL(JSON.parse(line).url).port
    return {
      getHost: () => 'localhost',
      getMappedPort: (port) => (port === this.port ? mapped : undefined),
      stop: () => child.kill(),
    }
  }
}
`

test('the example for Node starts a sandbox, and its token opens the control API', async () => {
  await using folder = await scratchFolder({
    'sandgate.mjs': await example('sandgate.mjs'),
    'node_modules/testcontainers/package.json': '{"type":"module","exports":"./index.js"}',
    'node_modules/testcontainers/index.js': forNode,
    'main.mjs': `import { startSandgate } from './sandgate.mjs'
const { url, api, token, stop } = await startSandgate()
const headers = { authorization: 'Bearer ' + token }
const asked = [fetch(url + '/_sandbox/clock'), fetch(url + '/_sandbox/clock', { headers }), fetch(api + '/transactions/1')]
console.log((await Promise.all(asked)).map(({ status }) => status).join(' '))
stop()`,
  })
  const { stdout, stderr } = await runProgram([process.execPath, 'main.mjs'], { cwd: folder.path })
  expect({ stdout, stderr }).toEqual({ stdout: '401 200 404\n', stderr: '' })
})

const forJava = {
  'org/testcontainers/utility/DockerImageName.java': `package org.testcontainers.utility;
public record DockerImageName(String name) {
  public static DockerImageName parse(String name) { return new DockerImageName(name); }
}`,
  'org/testcontainers/containers/wait/strategy/Wait.java': `package org.testcontainers.containers.wait.strategy;
public class Wait { public static String forHealthcheck() { return "health check"; } }`,
  'org/testcontainers/containers/GenericContainer.java': `package org.testcontainers.containers;
import java.util.*;
public class GenericContainer<SELF extends GenericContainer<SELF>> {
  private final Map<String, String> env = new HashMap<>();
  private final List<String> words = new ArrayList<>(List.of("node", System.getenv("BINARY")));
  private Process process;
  private int mapped;
  public GenericContainer(org.testcontainers.utility.DockerImageName image) {}
  @SuppressWarnings("unchecked") protected SELF self() { return (SELF) this; }
  public SELF withEnv(String name, String value) { env.put(name, value); return self(); }
  public SELF withCommand(String... more) { words.addAll(List.of(more)); return self(); }
  public SELF withExposedPorts(Integer... ports) { return self(); }
  public SELF waitingFor(String wait) { return self(); }
  public String getHost() { return "localhost"; }
  public Integer getMappedPort(int port) { return port == 7263 ? mapped : null; }
  public void stop() { process.destroy(); }
  public void start() {
    words.addAll(List.of("--port", "0", "--json"));
    var builder = new ProcessBuilder(words);
    builder.environment().putAll(env);
    try {
      process = builder.start();
      var line = process.inputReader().readLine();
      var found = java.util.regex.Pattern.compile("\\"url\\":\\"http://[^\\"]*:(\\\\d+)\\"").matcher(line);
      if (!found.find()) throw new IllegalStateException(line);
      mapped = Integer.parseInt(found.group(1));
    } catch (java.io.IOException problem) { throw new IllegalStateException(problem); }
  }
}`,
  'Main.java': `import java.net.URI;
import java.net.http.*;
public class Main {
  static int ask(String address, String... headers) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(address));
    if (headers.length > 0) request.headers(headers);
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
  }
  public static void main(String[] args) throws Exception {
    var sandgate = new Sandgate("sandgate");
    sandgate.start();
    var status = sandgate.url() + "/_sandbox/clock";
    System.out.println(ask(status) + " " + ask(status, "Authorization", "Bearer " + Sandgate.TOKEN) + " " + ask(sandgate.api() + "/transactions/1"));
    sandgate.stop();
  }
}`,
}

test.skipIf(!isHere('java'))('so does the example for Java', async () => {
  await using folder = await scratchFolder({
    ...forJava,
    'Sandgate.java': await example('Sandgate.java'),
  })
  const place = { cwd: folder.path, env: { ...process.env, BINARY: binary } }
  const built = await runProgram(['javac', 'Main.java'], place)
  expect(built).toMatchObject({ code: 0, stderr: '' })
  const { stdout, stderr } = await runProgram(['java', 'Main'], place)
  expect({ stdout, stderr }).toEqual({ stdout: '401 200 404\n', stderr: '' })
})
