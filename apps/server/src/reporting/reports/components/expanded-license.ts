import { ownProperty } from '@assay/engine/own-property.ts'
import spdx from 'spdx-license-list'
import { wireLicense } from '#scanning/overrides/wire-license.ts'

/** Adds links to page and text, and OSI approval. Licenses outside the SPDX list are unchanged. */
export function expandedLicense(id: string) {
  const license = wireLicense(id)
  if (license.uri === '') return license
  const text = `https://raw.githubusercontent.com/spdx/license-list-data/main/text/${id}.txt`
  return {
    ...license,
    links: [
      { type: 'INFO' as const, url: license.uri },
      { type: 'TEXT' as const, url: text },
    ],
    osiApproved: ownProperty(spdx, id)?.osiApproved ?? false,
  }
}
