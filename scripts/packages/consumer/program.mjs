// What a program outside of the repository does with the client. Runs on the oldest Node, and is checked by a compiler.
import { createAssayClient } from '@assay/sdk'
import { ApiError } from '@assay/sdk/api-error'
import { checkHealth } from '@assay/sdk/check-health'

/** @type {unknown} */
const platform = globalThis
// Absent in browsers.
const { process } = /** @type {{ process?: { argv: string[] } }} */ (platform)
const baseUrl = process?.argv[2] ?? ''
const api = createAssayClient({ baseUrl, authorization: () => 'token secret' })
const { status } = await checkHealth(api, 'database')

let failures = 0
try {
  // @ts-expect-error The types know that a project has to be named.
  await api.projects.list({})
} catch (error) {
  if (!(error instanceof ApiError) || error.errorType !== 'invalidInput') failures += 1
}
console.log(`${status === 'ok' ? 'healthy' : 'not healthy'}: ${failures} failures`)
