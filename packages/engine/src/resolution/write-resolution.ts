import { resolutionSuffix } from '../documents/lockfiles/resolved/resolution-name.ts'
import type { SourceDocument } from '../inventory.ts'
import { textWithoutCredentials } from '../url-credentials.ts'
import type { Resolution } from './model/resolution.ts'

/** Why a manifest could not be resolved, as a sentence; the manifest is read as declared, and its gap says so. */
export const writeUnresolved = (manifest: string, unresolved: string): SourceDocument => ({
  path: `${manifest}${resolutionSuffix}`,
  bytes: new TextEncoder().encode(`${JSON.stringify({ assayResolution: 1, unresolved })}\n`),
})

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
