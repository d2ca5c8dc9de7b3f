import { GenericContainer, Wait } from 'testcontainers'

const token = 'my-secret-token'

/** A sandbox in a container, for a suite or a single test. */
export async function startSandgate(image = 'sandgate') {
  const container = await new GenericContainer(image)
    .withEnvironment({ SANDGATE_CONTROL_TOKEN: token })
    .withCommand(['start', '--host', '0.0.0.0', '--memory'])
    .withExposedPorts(7263)
    .withWaitStrategy(Wait.forHealthCheck())
    .start()
  const url = `http://${container.getHost()}:${container.getMappedPort(7263)}`
  return { url, api: `${url}/v1`, token, stop: () => container.stop() }
}
