import type { Overview } from '@assay/contract/scans.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { useState } from 'react'
import { exclude as texts } from '../../../messages/exclude.ts'
import { Button } from '../../../ui/button.tsx'
import { ExcludeDialog } from '../../../widgets/exclude/exclude-dialog.tsx'
import { useExclude } from '../../../widgets/exclude/use-exclude.ts'
import { usePermission } from '../../../widgets/use-permission.ts'

interface Props {
  finding: Finding
  overview: Overview
  /** Excluded since this scan. */
  isPending: boolean
  onRescanned: () => void
}

/** Excludes a finding, or ends its exclusion. Past scans do not change. */
export function Exclude({ finding, overview, isPending, onRescanned }: Props) {
  const [isOpen, setOpen] = useState(false)
  const hasPermission = usePermission()
  const of = { projectUuid: overview.project.uuid, branch: overview.branch, onRescanned }
  const { add, remove } = useExclude(of)
  const { exclusion, lifetime } = finding
  // Exclusions from repositories, inventories and VEX documents can only be changed there, and ended findings need
  // none.
  const isDefinedElsewhere =
    exclusion !== null &&
    (exclusion.repositoryFile !== undefined ||
      finding.versions.some(({ vex }) => vex?.source?.documentUuid === exclusion.uuid))
  if (exclusion?.uuid === overview.scan.uuid || isDefinedElsewhere || (lifetime?.endedAt ?? null) !== null)
    return null
  if (isPending) return <span className="text-soft">{texts.pending}</span>
  const isAllowed = hasPermission(exclusion === null ? 'policies.create' : 'policies.delete')
  return (
    <>
      <Button
        aria-disabled={!isAllowed}
        title={isAllowed ? texts.hint : texts.notAllowed}
        onPress={() => isAllowed && (exclusion === null ? setOpen(true) : void remove([exclusion.uuid]))}
      >
        {exclusion === null ? texts.start : texts.end}
      </Button>
      <ExcludeDialog
        title={texts.title(finding.package)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action={(choice) => add([finding], choice)}
      />
    </>
  )
}

interface AllProps extends Pick<Props, 'overview' | 'onRescanned'> {
  /** The component they are in. */
  name: string
  findings: readonly Finding[]
}

/** Excludes all findings an upgrade would close. */
export function ExcludeAll({ overview, name, findings, onRescanned }: AllProps) {
  const [isOpen, setOpen] = useState(false)
  const isAllowed = usePermission()('policies.create')
  const of = { projectUuid: overview.project.uuid, branch: overview.branch, onRescanned }
  const { add } = useExclude(of)
  if (!isAllowed || findings.length === 0) return null
  return (
    <>
      <Button
        variant="quiet"
        aria-label={texts.startOf(name)}
        title={texts.hintOfAll}
        onPress={() => setOpen(true)}
      >
        {texts.start}
      </Button>
      <ExcludeDialog
        title={findings.length === 1 ? texts.title(name) : texts.titleOfAll(findings.length, name)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        action={(choice) => add(findings, choice)}
      />
    </>
  )
}
