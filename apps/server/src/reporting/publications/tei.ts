import type { Config } from '#config.ts'
import { publicAddress } from '#platform/http/public-address.ts'

/** What customers enter in their tools. https://github.com/CycloneDX/transparency-exchange-api/blob/main/discovery/readme.md */
export const teiOf = (config: Pick<Config, 'publicUrl' | 'port' | 'basePath'>, versionUuid: string): string =>
  `urn:tei:uuid:${new URL(publicAddress(config)).hostname}:${versionUuid}`

/** The uuid that it names; null for any other identifier. */
export const uuidOfTei = (tei: string): string | null =>
  /^urn:tei:uuid:[a-z\d.-]+:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.exec(tei)?.[1]?.toLowerCase() ??
  null
