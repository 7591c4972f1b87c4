import type { AttackRequest } from './make-request.ts'
import { unseenBy } from './seed.ts'
import type { AttackResponse } from './send.ts'

/** The maximum time that an upload waits for its scan. */
const slowestMs = 5_000
const uploadWaitMs = 5_500

export const tooSlow = `took more than ${slowestMs} ms`

/** What is wrong with a response; null if nothing is. */
export function checkResponse(
  request: AttackRequest,
  { status, text, ms, isGivenUp }: AttackResponse,
): string | null {
  const leaked = unseenBy(request.caller).find((mark) => text.includes(mark))
  if (leaked !== undefined) return `holds data of another account or team (${leaked})`
  if (isGivenUp) return tooSlow
  // Incomplete requests and TRACE may get no response.
  if (status === null) return request.isCut || request.method === 'TRACE' ? null : 'no response'
  const isOfSource = request.callsSource && text.includes('"errorType":"sourceFailed"')
  if (status >= 500 && !isOfSource) return `status ${status}`
  const canWait = request.endpoint.startsWith('uploads.') || request.endpoint.startsWith('builds.')
  if (ms > slowestMs + (canWait ? uploadWaitMs : 0)) return tooSlow
  return null
}

/** Contains enough to repeat the request by hand. */
export function describe({
  number,
  endpoint,
  caller,
  how,
  method,
  target,
  headers,
  body,
  isCut,
}: AttackRequest): string {
  const text = body.toString('utf8')
  const shown = text.includes('\uFFFD') ? `base64 ${body.toString('base64')}` : JSON.stringify(text)
  const lines = [
    `#${number} ${endpoint} as ${caller.name}: ${how}`,
    `${method} ${target.length > 300 ? `${target.slice(0, 300)}… (${target.length} characters)` : target}`,
    ...headers
      .filter(([name]) => name !== 'authorization')
      .map(([name, value]) => `${name}: ${value.slice(0, 200)}`),
    ...(body.length > 0
      ? [`${shown.slice(0, 600)} (${body.length} bytes${isCut ? ', then cut off' : ''})`]
      : []),
  ]
  return lines.map((line) => `    ${line}`).join('\n')
}
