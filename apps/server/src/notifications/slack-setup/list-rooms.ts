import { parseJson } from '@assay/text/parse-json.ts'
import { z } from 'zod'
import { isPassingSlackError } from '#notifications/channels/slack-app/passing-errors.ts'
import { egressOf, type EgressConfig, exchange } from '#platform/egress/egress.ts'
import { Problem } from '#platform/http/problem.ts'
import { quoted } from '#platform/secrets/quoted.ts'

export const slackApi = 'https://slack.com/api'

const Page = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  channels: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  response_metadata: z.object({ next_cursor: z.string().default('') }).default({ next_cursor: '' }),
})

const pageSize = 200
const maxPages = 20

/** https://docs.slack.dev/reference/methods/conversations.list. Throws Problem 400 for a token that Slack rejects. */
export async function listRooms(
  config: EgressConfig,
  { token, address = slackApi }: { token: string; address?: string | undefined },
) {
  const rooms: { id: string; name: string }[] = []
  let cursor = ''
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({
      types: 'public_channel',
      exclude_archived: 'true',
      limit: String(pageSize),
      ...(cursor && { cursor }),
    })
    const found = await ask(config, { token, url: `${address}/conversations.list?${query}` })
    rooms.push(...found.channels.map(({ id, name }) => ({ id, name })))
    cursor = found.response_metadata.next_cursor
    if (cursor === '') break
  }
  return rooms.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

async function ask(config: EgressConfig, { token, url }: { token: string; url: string }) {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'Assay' }
  const response = await exchange(
    url,
    { method: 'GET', headers, body: undefined },
    egressOf(config, 'notification'),
  )
  const { data } = Page.safeParse(parseJson(response.body))
  if (!data)
    throw new Problem(
      502,
      'sourceFailed',
      `Slack returned an unexpected response (status ${response.status})`,
    )
  if (data.ok) return data
  const message = `Slack returned: ${quoted(data.error ?? 'nothing', [token])}`
  if (isPassingSlackError(data.error)) throw new Problem(502, 'sourceFailed', message)
  throw new Problem(400, 'credentialsInvalid', message)
}
