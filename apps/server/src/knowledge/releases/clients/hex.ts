import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { RegistryClient } from './client.ts'
import { jsonOf, licensesOf, sentenceOf, timeOf } from './read-answer.ts'

// https://github.com/hexpm/specifications/blob/main/apiary.apib

export const hexClient: RegistryClient = {
  ecosystem: 'hex',
  example: 'acme_*',
  async read(get, { name }) {
    const answer = await get(`/api/packages/${encodeURIComponent(name)}`, {
      accept: 'application/json',
      isConditional: true,
    })
    if (answer.kind !== 'found') return answer.kind
    const { meta, releases, retirements } = recordOf(jsonOf(answer))
    // The current license of the package; Hex has none per release.
    const licenses = licensesOf(listOf(recordOf(meta)['licenses']))
    const retired = new Map(Object.entries(recordOf(retirements)))
    return {
      releases: listOf(releases).flatMap((each) => {
        const { version, inserted_at: time } = recordOf(each)
        const text = sentenceOf(version)
        if (text === undefined) return []
        const { reason, message } = recordOf(retired.get(text))
        return {
          version: text,
          publishedAt: timeOf(time),
          ...(retired.has(text) && {
            isYanked: true as const,
            deprecated: sentenceOf(message) ?? sentenceOf(reason) ?? '',
          }),
          ...(licenses.length > 0 && { licenses }),
        }
      }),
    }
  },
}
