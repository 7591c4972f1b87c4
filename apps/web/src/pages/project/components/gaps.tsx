import type { Gap } from '@assay/contract/coverage.ts'
import type { Overview } from '@assay/contract/scans.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { useState } from 'react'
import { coverage as messages } from '../../../messages/coverage.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Header, rowStyle, Table } from '../../../ui/table.tsx'
import { usePermission } from '../../../widgets/use-permission.ts'
import { AcceptGap } from './accept-gap.tsx'
import { isAcceptable, subjectOf } from './gaps-model.ts'

const texts = messages.gaps

/** What the scan did not check, why, and what to do; a gap can be accepted. */
export function Gaps({ overview }: { overview: Overview }) {
  const { total, items } = overview.scan.gaps
  if (total === 0) return <p className="m-0 text-soft">{texts.none}</p>
  return (
    <div className="rounded-card border border-line bg-surface">
      <Table label={texts.title}>
        <thead>
          <tr className="border-b border-line">
            <Header title={texts.columns.what} />
            <Header title={texts.columns.why} />
            <Header title={texts.columns.action} />
            <Header title={texts.columns.accept} isNumber />
          </tr>
        </thead>
        <tbody>
          {items.map((gap, index) => (
            <Row key={`${gap.where} ${index}`} gap={gap} overview={overview} />
          ))}
        </tbody>
      </Table>
      {total > items.length && <p className="m-0 px-3 py-2 text-soft">{texts.more(total - items.length)}</p>}
    </div>
  )
}

const Row = ({ gap, overview }: { gap: Gap; overview: Overview }) => (
  <tr className={rowStyle}>
    <th scope="row" className="min-w-40 px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere]">
      {subjectOf(gap)} {gap.isDevelopment && <Badge>{texts.development}</Badge>}
      {gap.component && gap.where !== '' && (
        <div className="text-soft">
          <code className="text-xs">{gap.where}</code>
        </div>
      )}
    </th>
    <td className="min-w-32 px-3 py-1.5" title={gap.message}>
      {ownProperty(messages.reasons, gap.reason) ?? gap.message}
      {gap.component === null && gap.message !== '' && <div className="text-soft">{gap.message}</div>}
    </td>
    <td className="min-w-40 px-3 py-1.5 text-soft">
      {gap.action !== '' && (ownProperty(messages.actions, gap.reason) ?? gap.action)}
    </td>
    <td className="px-3 py-1.5">
      {gap.acceptanceUuid !== null ? (
        <span className="block text-right text-soft">{texts.accepted}</span>
      ) : (
        isAcceptable(gap) && <Accept gap={gap} overview={overview} />
      )}
    </td>
  </tr>
)

function Accept({ gap, overview }: { gap: Gap; overview: Overview }) {
  const [isOpen, setOpen] = useState(false)
  const isAllowed = usePermission()('policies.create')
  return (
    <>
      {/* The dialog inherits the alignment of its cell. */}
      <div className="flex justify-end">
        <Button
          aria-label={texts.acceptOf(subjectOf(gap))}
          aria-disabled={!isAllowed}
          title={isAllowed ? undefined : messages.accept.notAllowed}
          onPress={() => isAllowed && setOpen(true)}
        >
          {texts.accept}
        </Button>
      </div>
      {isOpen && <AcceptGap gap={gap} overview={overview} onClose={() => setOpen(false)} />}
    </>
  )
}
