import { messages as texts } from '@assay/contract/problem.ts'
import { loadBadge } from '@assay/sdk/load-badge.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { badges as messages } from '../../../messages/badges.ts'
import { type BadgeChoice, imageOf } from './badges-model.ts'

interface Props {
  projectUuid: string
  choice: BadgeChoice
}

/** As visible to members. */
export function BadgePreview({ projectUuid, choice: { domain, style, branch } }: Props) {
  const input = { params: { project: projectUuid, domain }, query: { style, branch: branch ?? undefined } }
  const badge = useQuery({ queryKey: ['badge', input], queryFn: () => loadBadge(api, input) })
  return (
    <div className="grid gap-2" aria-live="polite">
      <p className="m-0 text-xs font-medium text-soft">{messages.preview}</p>
      <Shown svg={badge.data} />
    </div>
  )
}

function Shown({ svg }: { svg: string | null | undefined }) {
  if (svg === undefined) return <p className="m-0 h-5 text-soft">{messages.loading}</p>
  if (svg === null) return <p className="m-0 h-5 text-soft">{texts.badgeNotAvailable}</p>
  return <img src={imageOf(svg)} alt={altOf(svg)} className="h-5 w-fit" />
}

/** The badge names itself. */
const altOf = (svg: string) =>
  new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('title')?.textContent ?? ''
