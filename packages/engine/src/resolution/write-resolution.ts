import { resolutionSuffix } from '../documents/lockfiles/resolved/resolution-name.ts'
import type { SourceDocument } from '../inventory.ts'
import { textWithoutCredentials } from '../url-credentials.ts'
import type { Resolution } from './model/resolution.ts'

/** A resolution as a document next to its manifest, which is submitted with it and read in its place. */
export function writeResolution({ manifest, issues, ...resolution }: Resolution): SourceDocument {
  const json = {
    assayResolution: 1,
    ...resolution,
    issues: issues.map((issue) => ({ ...issue, message: textWithoutCredentials(issue.message) })),
  }
  return {
    path: `${manifest}${resolutionSuffix}`,
    bytes: new TextEncoder().encode(`${JSON.stringify(json)}\n`),
  }
}
