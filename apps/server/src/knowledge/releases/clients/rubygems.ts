import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { RegistryClient } from './client.ts'
import { jsonOf, licensesOf, sentenceOf, timeOf } from './read-answer.ts'

// The API of RubyGems, version 1: "Gem version methods".

export const rubygemsClient: RegistryClient = {
  ecosystem: 'rubygems',
  example: 'acme-*',
  async read(get, { name }) {
    const answer = await get(`/api/v1/versions/${encodeURIComponent(name)}.json`, { isConditional: true })
    if (answer.kind !== 'found') return answer.kind
    // A version has one entry per platform. Yanked versions are absent.
    const byVersion = Map.groupBy(listOf(jsonOf(answer)).map(recordOf), ({ number }) => sentenceOf(number))
    byVersion.delete(undefined)
    return {
      releases: [...byVersion].map(([version, entries]) => {
        const times = entries.flatMap(({ created_at: time }) => timeOf(time) ?? [])
        const licenses = licensesOf(entries.flatMap((entry) => listOf(entry['licenses'])))
        return {
          version: version!,
          publishedAt: times.length > 0 ? Math.min(...times) : null,
          ...(licenses.length > 0 && { licenses }),
        }
      }),
    }
  },
}
