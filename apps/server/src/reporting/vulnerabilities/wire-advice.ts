import type { ComponentAdvice } from '@assay/contract/components.ts'
import type { AffectedPackage } from '@assay/engine/advisories/advisory.ts'
import { fixedVersionsOf } from '@assay/engine/advisories/sentinel-versions.ts'
import type { AdvisoryText } from '@assay/engine/advisories/advisory-text.ts'
import { formatAffected } from '@assay/engine/advisories/version-range.ts'
import { ecosystemById, ecosystemsByLanguage } from '@assay/engine/ecosystems.ts'
import { assumedRating } from '@assay/engine/scoring/security-penalty.ts'
import { toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { z } from 'zod'
import type { AdvisoryRow } from './database-store.ts'

interface AdviceQuery {
  /** The language selects one package of an advisory for several. */
  database: string
  /** undefined if its records no longer exist. */
  text: AdvisoryText | undefined
}

/** An advisory outside a project: for one package, by default the first it affects. */
export function wireAdvice(
  row: AdvisoryRow,
  { database, text }: AdviceQuery,
): z.input<typeof ComponentAdvice> {
  const { uuid: id, cve } = row
  const rating = assumedRating(row)
  const affected = affectedLibrary(text?.affected ?? [], database)
  const fixed = fixedVersionsOf(affected.flatMap(({ ranges }) => ranges))
  const [first] = affected
  const ecosystem = first && ecosystemById(first.ecosystem)
  const sorted = ecosystem ? fixed.toSorted((a, b) => ecosystem.compareVersions(a, b) ?? 0) : []
  return {
    id,
    library: { name: first?.name ?? '', language: ecosystem?.languages[0] ?? 'other' },
    versionRange: ecosystem ? formatAffected(ecosystem, affected) : '',
    severity: toWireSeverity[rating.severity],
    links: text?.links ?? [],
    source: text?.ids.join(', ') ?? '',
    type: 'SECURITY',
    cve,
    cwe: text?.cwes[0] ?? null,
    cvss: rating.cvss,
    // Withdrawn records affect nothing.
    active: affected.length > 0,
    fixedInVersions: sorted,
    fixedVersions: sorted,
    fixesThis: null,
    description: text?.description ?? '',
  }
}

/** The data of the first package, or of the first one of the requested language. */
function affectedLibrary(all: readonly AffectedPackage[], database: string): AffectedPackage[] {
  const accepted = new Set(ecosystemsByLanguage(database).map(({ id }) => id))
  const first = all.find(({ ecosystem }) => accepted.size === 0 || accepted.has(ecosystem))
  if (!first) return []
  const { normalizeName } = ecosystemById(first.ecosystem)
  const isSame = ({ ecosystem, name }: AffectedPackage) =>
    ecosystem === first.ecosystem && normalizeName(name) === normalizeName(first.name)
  return all.filter(isSame)
}
