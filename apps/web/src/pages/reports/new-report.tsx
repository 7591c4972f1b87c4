import {
  type EraFormat,
  eraFormats,
  eraPurposes,
  type EraSection,
  eraSections,
} from '@assay/contract/eras.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { reports } from '../../messages/reports.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FormDialog } from '../../widgets/forms/form-dialog.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { contentsOf, missingOf, type ReportRequest, schedules, usualFormats, windowOf } from './model.ts'
import { ScopeFields } from './scope-fields.tsx'

const messages = reports.form
const day = z.union([z.literal(''), z.iso.date()]).default('')
const schema = z.object({ name: z.string().max(200), startDate: day, endDate: day })
const days = {
  startDate: { label: messages.from, type: 'date' },
  endDate: { label: messages.to, type: 'date' },
}

const first: ReportRequest = {
  when: 'now',
  kind: 'account',
  chosen: '',
  purpose: 'period',
  sections: [...eraSections],
  formats: usualFormats.period,
}

export function NewReport({ onClose }: { onClose: () => void }) {
  const [wanted, setWanted] = useState(first)
  const change = (patch: Partial<ReportRequest>) => setWanted((known) => ({ ...known, ...patch }))
  const missing = missingOf(wanted)
  const rejections = { chosen: messages.missing, formats: messages.noFormat }
  const send = async ({ name, startDate = '', endDate = '' }: z.input<typeof schema>) => {
    const contents = contentsOf(wanted, name)
    if (wanted.when === 'now')
      await api.eras.create({ body: { ...contents, ...windowOf(startDate, endDate) } })
    else await api.eras.createSchedule({ body: { ...contents, every: wanted.when } })
  }
  return (
    <FormDialog
      title={reports.create}
      schema={schema}
      submit={wanted.when === 'now' ? messages.generate : messages.schedule}
      failed={messages.failed}
      denialReason={missing && rejections[missing]}
      action={send}
      aside={missing && <span className="text-xs text-soft">{rejections[missing]}</span>}
      fields={{ name: { label: messages.name, hint: messages.nameHint } }}
      onClose={onClose}
    >
      {(name, _errors, place) => (
        <>
          <PurposeField wanted={wanted} onChange={change} />
          <ScopeFields {...wanted} onChange={change} />
          <WhenFields wanted={wanted} days={place(days)} onChange={change} />
          {wanted.purpose === 'period' && (
            <Choices<EraSection>
              label={messages.sections}
              options={eraSections}
              names={reports.sections}
              selected={wanted.sections}
              onChange={(sections) => change({ sections })}
            />
          )}
          <Choices<EraFormat>
            label={messages.formats}
            options={eraFormats}
            names={reports.formats}
            selected={wanted.formats}
            onChange={(formats) => change({ formats })}
          />
          {name}
        </>
      )}
    </FormDialog>
  )
}

interface PurposeProps {
  wanted: ReportRequest
  onChange: (patch: Partial<ReportRequest>) => void
}

/** What the report is for, which decides what is in it. */
const PurposeField = ({ wanted: { purpose }, onChange }: PurposeProps) => (
  <div className="grid gap-1">
    <SelectField
      label={messages.purpose}
      value={purpose}
      options={eraPurposes.map((value) => ({ value, label: reports.purposes[value] }))}
      onChange={(value) => {
        const chosen = eraPurposes.find((each) => each === value) ?? purpose
        onChange({ purpose: chosen, formats: usualFormats[chosen] })
      }}
    />
    <p className="m-0 text-xs text-soft">{reports.purposeHints[purpose]}</p>
  </div>
)

interface WhenProps {
  wanted: ReportRequest
  days: ReactNode
  onChange: (patch: Partial<ReportRequest>) => void
}

function WhenFields({ wanted: { when }, days, onChange }: WhenProps) {
  const canSchedule = usePermission()('reports.edit')
  const config = useQuery(query(api.eras.config, {}))
  const offered = canSchedule ? schedules : schedules.slice(0, 1)
  return (
    <>
      <SelectField
        label={messages.when}
        value={when}
        options={offered.map((value) => ({ value, label: messages.schedules[value] }))}
        onChange={(value) => onChange({ when: schedules.find((each) => each === value) ?? when })}
      />
      {when === 'now' ? (
        <div className="grid grid-cols-2 gap-3">{days}</div>
      ) : (
        config.data?.sendsMail && <p className="m-0 text-xs text-soft">{messages.mailed}</p>
      )}
    </>
  )
}

interface ChoicesProps<T extends string> {
  label: string
  options: readonly T[]
  names: Record<T, string>
  selected: readonly T[]
  onChange: (selected: T[]) => void
}

/** A choice of several options, in their order. */
const Choices = <T extends string>({ label, options, names, selected, onChange }: ChoicesProps<T>) => (
  <fieldset className="m-0 grid gap-1 border-0 p-0">
    <legend className="mb-1 p-0 text-xs font-medium text-soft">{label}</legend>
    <div className="grid gap-x-3 sm:grid-cols-2">
      {options.map((option) => (
        <Checkbox
          key={option}
          label={names[option]}
          isChecked={selected.includes(option)}
          onChange={(isChecked) =>
            onChange(options.filter((each) => (each === option ? isChecked : selected.includes(each))))
          }
        />
      ))}
    </div>
  </fieldset>
)
