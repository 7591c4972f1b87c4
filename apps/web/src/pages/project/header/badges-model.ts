import type { BadgeSettings, BadgeStyle } from '@assay/contract/badges.ts'
import type { Domain } from '@assay/engine/vocabulary.ts'
import { markdownAddress } from '@assay/text/markdown.ts'
import { escapeMarkup } from '@assay/text/markup.ts'

export const badgeFormats = ['markdown', 'html', 'shields', 'image'] as const
type BadgeFormat = (typeof badgeFormats)[number]

export interface BadgeChoice {
  domain: Domain
  style: BadgeStyle
  /** null for the project's main branch. */
  branch: string | null
  format: BadgeFormat
}

interface Linked {
  /** Origin of the server: 'https://assay.example.org'. */
  origin: string
  projectUuid: string
  /** Link target of the badge. */
  reportPath: string
  settings: BadgeSettings
}

/** Snippet for a README or page. */
export function badgeSnippet(choice: BadgeChoice, linked: Linked): string {
  const { domain, format } = choice
  const image = addressOf(choice, linked)
  const report = linked.origin + linked.reportPath
  const texts: Record<BadgeFormat, string> = {
    markdown: `[![${domain}](${markdownAddress(image)})](${markdownAddress(report)})`,
    html: `<a href="${escapeMarkup(report)}"><img src="${escapeMarkup(image)}" alt="${domain}" height="20"></a>`,
    shields: `https://img.shields.io/endpoint?${new URLSearchParams({ url: image })}`,
    image,
  }
  return texts[format]
}

function addressOf(
  { domain, style, branch, format }: BadgeChoice,
  { origin, projectUuid, settings }: Linked,
) {
  const isShields = format === 'shields'
  const { access, slug, github } = settings
  const needsSlug = access !== 'public'
  const query = new URLSearchParams({
    ...(branch !== null && { branch }),
    ...(!isShields && style !== 'flat' && { style }),
    ...(needsSlug && slug !== null && { slug }),
  })
  const isNamed = !isShields && !needsSlug && github !== null
  const path = isNamed
    ? `/badge/gh/${github}/${domain}`
    : `/api/v2/badges/${projectUuid}/${domain}${isShields ? '/shields.json' : ''}`
  return `${origin}${path}${query.size > 0 ? `?${query}` : ''}`
}

/** A data URL for the preview, since the page's CSP only allows images of its own origin. */
export const imageOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`
