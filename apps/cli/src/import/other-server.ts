import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError, exitCodes } from '../exit-codes.ts'

/** A server of another product. */
export interface OtherServer {
  url: string
  headers: Record<string, string>
  /** 'API key', for the message if it is refused. */
  credential: string
  /** Base of the pause between attempts. */
  pauseMs?: number | undefined
}

const attempts = 5

/**
 * Servers that are busy or restart are asked again. null for 404 and for what may not be read. Throws CommandError if the
 * server cannot be reached or refuses the credential.
 */
export async function getFrom(
  { url, headers, credential, pauseMs = 1000 }: OtherServer,
  path: string,
): Promise<Response | null> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url + path, { headers }).catch((error: unknown) =>
      String((error as { cause?: unknown }).cause ?? error),
    )
    if (typeof response !== 'string' && response.ok) return response
    const status = typeof response === 'string' ? 0 : response.status
    if (status === 404 || status === 403) return null
    if (status === 401)
      throw new CommandError(exitCodes.unauthorized, `${url} does not accept the ${credential}.`)
    const isTemporary = status === 0 || status === 429 || status >= 500
    const why = typeof response === 'string' ? response : `status ${status}`
    if (!isTemporary || attempt === attempts)
      throw new CommandError(exitCodes.network, `GET ${url}${path} failed: ${why}`)
    await sleep(pauseMs * 2 ** (attempt - 1))
  }
}
