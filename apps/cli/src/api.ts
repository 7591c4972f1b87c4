import type { Contract } from '@assay/contract/contract.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { createAssayClient } from '@assay/sdk/client.ts'
import type { Client } from '@assay/sdk/create-client.ts'
import { CommandError, exitCodes } from './exit-codes.ts'
import type { Settings } from './settings.ts'

export type Api = Client<Contract>

export const clientOf = ({ url, token }: Pick<Settings, 'url' | 'token'>): Api =>
  connect(url, token === undefined ? undefined : authorizationOf(token))

/** The token of an API client, or of a session that a login through the API has started. */
const authorizationOf = (token: string) => `${token.startsWith('asys_') ? 'Bearer' : 'token'} ${token}`

/** The client of a server. A failed connection throws CommandError. */
export const connect = (url: string, authorization?: string): Api =>
  createAssayClient({
    baseUrl: url,
    authorization: () => authorization,
    fetch: (input, init) => fetch(input, init).catch((error: unknown) => failConnection(url, error)),
  })

function failConnection(url: string, error: unknown): never {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  const isRefused = cause?.code === 'ECONNREFUSED' || cause?.code === 'ENOTFOUND'
  const message = isRefused
    ? `No response from ${url}. Is the server running?`
    : `The connection to ${url} failed: ${cause?.message || String(error)}`
  throw new CommandError(exitCodes.network, message)
}

/** A streamed response; the regular client buffers responses. Throws ApiError and CommandError. */
export async function download(
  { url, token }: Pick<Settings, 'url' | 'token'>,
  path: string,
): Promise<AsyncIterable<Uint8Array>> {
  const headers = token === undefined ? {} : { authorization: authorizationOf(token) }
  const response = await fetch(url + path, { headers }).catch((error: unknown) => failConnection(url, error))
  if (response.ok && response.body) return response.body as AsyncIterable<Uint8Array>
  throw new ApiError(response.status, await response.json().catch(() => null))
}
