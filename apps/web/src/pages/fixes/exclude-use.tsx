import type { FixUpgrade, FixUse } from '@assay/contract/fixes.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { exclude as texts } from '../../messages/exclude.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorNotice } from '../../widgets/notices/error-notice.tsx'
import { ExcludeDialog } from '../../widgets/exclude/exclude-dialog.tsx'
import { useExclude } from '../../widgets/exclude/use-exclude.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import { closedBy } from './model.ts'

interface Props {
  upgrade: FixUpgrade
  use: FixUse
}

/** Excludes the findings an upgrade would close in one branch. */
export function ExcludeUse({ upgrade, use }: Props) {
  const [isOpen, setOpen] = useState(false)
  const hasPermission = usePermission()
  if (!hasPermission('policies.create') || !hasPermission('reports.read')) return null
  return (
    <>
      <Button
        variant="quiet"
        aria-label={`${texts.startOf(upgrade.name)}, ${use.projectName} ${use.branch}`}
        onPress={() => setOpen(true)}
      >
        {texts.start}
      </Button>
      {isOpen && <Excluding upgrade={upgrade} use={use} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Shows the findings before they are excluded. */
function Excluding({ upgrade, use, onClose }: Props & { onClose: () => void }) {
  const { projectUuid, branch } = use
  const found = useQuery(query(api.scans.findings, { params: { projectUuid }, query: { branch } }))
  const { add } = useExclude({ projectUuid, branch })
  const findings = found.data && closedBy(upgrade, found.data)
  const count = findings?.length ?? 0
  return (
    <ExcludeDialog
      title={count > 1 ? texts.titleOfAll(count, upgrade.name) : texts.startOf(upgrade.name)}
      isOpen
      onClose={onClose}
      denialReason={count === 0 ? texts.none : null}
      action={(choice) => add(findings ?? [], choice)}
    >
      {found.error && (
        <ErrorNotice title={texts.failed} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {findings ? <Names findings={findings} /> : !found.error && <Skeleton className="h-12 w-full" />}
    </ExcludeDialog>
  )
}

const Names = ({ findings }: { findings: Finding[] }) =>
  findings.length === 0 ? (
    <p className="m-0 text-soft">{texts.none}</p>
  ) : (
    <ul
      aria-label={texts.findings}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
      tabIndex={0}
      className="tabular m-0 flex max-h-32 list-none flex-wrap gap-x-4 gap-y-1 overflow-y-auto rounded-md border border-line p-2 text-xs"
    >
      {findings.map(({ advisoryUuid, displayId }) => (
        <li key={advisoryUuid}>{displayId}</li>
      ))}
    </ul>
  )
