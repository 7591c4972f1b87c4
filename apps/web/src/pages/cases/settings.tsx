import type { CaseSettings as Settings } from '@assay/contract/cases.ts'
import { clockStarts, regimes } from '@assay/engine/vocabulary.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { cases as messages } from '../../messages/cases.ts'
import { showAlert, showNotice } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'

const texts = messages.settings
type AddedDeadline = Settings['own'][number]

interface Props {
  accountUuid: string
  onClose: () => void
}

/** Which regimes and own deadlines new cases get. */
export function CaseSettings({ accountUuid, onClose }: Props) {
  const found = useQuery(query(api.cases.settings, { params: { accountUuid } }))
  return (
    <Dialog title={texts.title} isOpen isHeld isWide onOpenChange={onClose}>
      <p className="m-0 text-sm text-soft">{texts.lead}</p>
      <QueryView query={found} skeleton={<Skeleton className="h-40 w-full" />} failed={messages.failed}>
        {(settings) => <Edit settings={settings} accountUuid={accountUuid} onClose={onClose} />}
      </QueryView>
    </Dialog>
  )
}

function Edit({ settings, accountUuid, onClose }: Props & { settings: Settings }) {
  const [chosen, setChosen] = useState(settings.regimes)
  const [own, setOwn] = useState<readonly AddedDeadline[]>(settings.own)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      api.cases.configure({ params: { accountUuid }, body: { regimes: chosen, own: [...own] } }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      showNotice(texts.saved)
      onClose()
    },
    onError: (error) => showAlert(messageOf(error)),
  })
  const change = (at: number, fields: Partial<AddedDeadline>) =>
    setOwn(own.map((each, index) => (index === at ? { ...each, ...fields } : each)))
  return (
    <>
      <fieldset className="m-0 grid gap-1 border-0 p-0">
        <legend className="mb-1 p-0 text-xs font-medium">{texts.regimes}</legend>
        {regimes.map((regime) => (
          <Checkbox
            key={regime}
            label={messages.regimes[regime]}
            isChecked={chosen.includes(regime)}
            onChange={(isChecked) =>
              setChosen(regimes.filter((each) => (each === regime ? isChecked : chosen.includes(each))))
            }
          />
        ))}
      </fieldset>
      <fieldset className="m-0 grid gap-3 border-0 p-0">
        <legend className="mb-1 p-0 text-xs font-medium">{texts.own}</legend>
        {own.map((each, at) => (
          <OwnDeadline
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity
            key={at}
            deadline={each}
            onChange={(fields) => change(at, fields)}
            onRemove={() => setOwn(own.filter((_, index) => index !== at))}
          />
        ))}
        <span>
          <Button onPress={() => setOwn([...own, { name: '', hours: 24, starts: 'aware' }])}>
            {texts.add}
          </Button>
        </span>
      </fieldset>
      <div>
        <Button variant="primary" isDisabled={save.isPending} onPress={() => save.mutate()}>
          {texts.save}
        </Button>
      </div>
    </>
  )
}

interface OwnProps {
  deadline: AddedDeadline
  onChange: (fields: Partial<AddedDeadline>) => void
  onRemove: () => void
}

const OwnDeadline = ({ deadline: { name, hours, starts }, onChange, onRemove }: OwnProps) => (
  <div className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[2fr_1fr_2fr_auto]">
    <TextField
      label={texts.name}
      value={name}
      maxLength={200}
      onChange={(value) => onChange({ name: value })}
    />
    <TextField
      label={texts.hours}
      type="number"
      min={1}
      value={hours}
      onChange={(value) => onChange({ hours: Number(value) })}
    />
    <SelectField
      label={texts.starts}
      value={starts}
      options={clockStarts.map((value) => ({ value, label: messages.starts[value] }))}
      onChange={(value) => onChange({ starts: clockStarts.find((each) => each === value) ?? starts })}
    />
    <Button variant="quiet" aria-label={texts.remove(name)} onPress={onRemove}>
      ×
    </Button>
  </div>
)
