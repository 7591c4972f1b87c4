import { exposureFacts } from '@assay/engine/vocabulary.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { formatDateTime } from '../../language/format.ts'
import { cases as messages } from '../../messages/cases.ts'
import { vulnerability } from '../../messages/vulnerability.ts'
import { Button } from '../../ui/button.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { nameOf } from '../../widgets/triage/finding-fields.tsx'
import { useAccountUuid } from '../../widgets/triage/use-triage.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import type { CaseProps } from './props.ts'
import { Panel } from './panel.tsx'
import { useChange } from './use-change.ts'

const texts = messages.facts

/** Who has it, since when one is aware, and what its deadlines depend on. */
export const CaseFacts = (props: CaseProps) => (
  <Panel title={texts.title}>
    <dl className="m-0 grid grid-cols-[minmax(7rem,auto)_1fr] items-center gap-x-4 gap-y-2 text-sm">
      <dt className="text-soft">{texts.owner}</dt>
      <dd className="m-0 min-w-0">
        <Owner {...props} />
      </dd>
      <dt className="text-soft">{texts.aware}</dt>
      <dd className="tabular m-0">{formatDateTime(props.known.awareAt)}</dd>
      {props.known.exploitedBy.length > 0 && (
        <>
          <dt className="text-soft">{texts.listed}</dt>
          <dd className="m-0">{vulnerability.exploitedBy(props.known.exploitedBy)}</dd>
        </>
      )}
      <dt className="text-soft">{texts.measure}</dt>
      <dd className="m-0">
        <Measure {...props} />
      </dd>
    </dl>
    {props.known.deadlines.some(({ regime }) => regime === 'bod-26-04') && <Exposure {...props} />}
  </Panel>
)

function Owner({ known: { uuid, owner }, canEdit }: CaseProps) {
  const accountUuid = useAccountUuid()
  const canList = usePermission()('members.read') && canEdit
  const change = useChange(uuid)
  const { data } = useQuery({
    ...query(api.members.list, { params: { accountUuid } }),
    enabled: canList && accountUuid !== '',
  })
  if (!canList) return owner ? nameOf(owner) : messages.nobody
  const members = data ?? []
  const listed =
    owner && !members.some(({ uuid: each }) => each === owner.uuid) ? [owner, ...members] : members
  return (
    <CompactSelect
      label={texts.owner}
      isLabelHidden
      value={owner?.uuid ?? ''}
      options={[
        { value: '', label: messages.nobody },
        ...listed.map((each) => ({ value: each.uuid, label: nameOf(each) })),
      ]}
      onChange={(value) => change.mutate({ ownerUuid: value === '' ? null : value })}
    />
  )
}

function Measure({ known: { uuid, measureAt }, canEdit }: CaseProps) {
  const change = useChange(uuid)
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="tabular">{measureAt === null ? texts.noMeasure : formatDateTime(measureAt)}</span>
      {canEdit && (
        <Button
          variant={measureAt === null ? 'plain' : 'quiet'}
          isDisabled={change.isPending}
          onPress={() => change.mutate({ measureAt: measureAt === null ? Date.now() : null })}
        >
          {measureAt === null ? texts.setMeasure : texts.clearMeasure}
        </Button>
      )}
    </span>
  )
}

function Exposure({ known: { uuid, facts }, canEdit }: CaseProps) {
  const change = useChange(uuid)
  return (
    <div className="grid gap-2 border-t border-line-soft pt-3">
      <h3 className="m-0 text-xs font-medium text-soft">{texts.exposure}</h3>
      {exposureFacts.map((name) => {
        const { value, source } = facts[name]
        const word = value ? texts.yes : texts.no
        return (
          <div key={name} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
            <span>
              {texts.names[name]} <span className="text-xs text-soft">({texts.sources[source]})</span>
            </span>
            {canEdit ? (
              <CompactSelect
                label={texts.names[name]}
                isLabelHidden
                value={String(value)}
                options={[
                  { value: 'true', label: texts.yes },
                  { value: 'false', label: texts.no },
                ]}
                onChange={(chosen) => change.mutate({ facts: { [name]: chosen === 'true' } })}
              />
            ) : (
              word
            )}
          </div>
        )
      })}
    </div>
  )
}
