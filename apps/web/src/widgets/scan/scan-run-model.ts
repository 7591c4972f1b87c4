import type { Build } from '@assay/contract/builds.ts'
import { z } from 'zod'

/** State of a scan of dropped files. */
export type ScanRun =
  | { step: 'asking' }
  | { step: 'uploading' }
  | { step: 'running'; build: Build }
  | { step: 'failed'; reason: string; issues: Build['issues'] }
  | { step: 'done'; build: Build }

export function runOf(build: Build): ScanRun {
  if (build.status === 'success') return { step: 'done', build }
  if (build.status === 'failed') return { step: 'failed', reason: build.reason ?? '', issues: build.issues }
  return { step: 'running', build }
}

/** Each SBOM is a separate inventory; lockfiles and manifests of a folder belong together. */
export const areInventories = (files: readonly { name: string }[]): boolean =>
  files.length > 1 &&
  files.every(({ name }) => /(?:bom|cdx|spdx)[^/]*\.(?:json|xml|ya?ml|rdf|spdx)$/i.test(name))

/** Generic names such as 'package-lock.json' do not identify the project: use the selected folder, if any. */
export function projectNameOf(files: readonly { name: string; webkitRelativePath?: string }[]): string {
  const [first] = files
  if (!first) return ''
  const folder = first.webkitRelativePath?.split('/')[0]
  if (folder) return folder
  const stem = first.name.replace(
    /(?:\.(?:cdx|spdx|bom|sbom))?\.(?:json|xml|txt|lock|toml|ya?ml|csv|spdx)$/i,
    '',
  )
  const isGeneric =
    /^(?:package(?:-lock)?|yarn|pnpm-lock|bom|sbom|requirements|composer|poetry|pom|go|gemfile|cargo|uv|pipfile)$/i
  return isGeneric.test(stem) ? '' : stem
}

/** Larger files would be read twice for a suggestion. */
const maxSuggestionBytes = 4_000_000

/**
 * The name that a file gives the project: that of a CycloneDX document's component, an SPDX document, a manifest or a
 * lockfile; '' if there is none. Only JSON is read.
 */
export async function nameWithin(file: Pick<File, 'size' | 'text'> | undefined): Promise<string> {
  if (!file || file.size > maxSuggestionBytes) return ''
  try {
    return Named.parse(JSON.parse(await file.text()))
  } catch {
    return ''
  }
}

const Text = z.string().trim().min(1).max(200)
const Named = z.union([
  z
    .object({ metadata: z.object({ component: z.object({ name: Text }) }) })
    .transform((bom) => bom.metadata.component.name),
  z.object({ name: Text }).transform(({ name }) => name),
])
