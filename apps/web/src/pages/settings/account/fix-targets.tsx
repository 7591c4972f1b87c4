import { FixTargets as Targets } from '@assay/contract/accounts.ts'
import { useId } from 'react'
import { z } from 'zod'
import { severityNames } from '../../../messages/severity.ts'
import { triage } from '../../../messages/triage.ts'
import { account } from '../../../messages/account.ts'
import { ConfigurationForm } from './configuration-form.tsx'

const messages = account.fixTargets
const typed = z.string().transform((text) => (text.trim() === '' ? null : Number(text)))
const schema = z.object({
  CRITICAL: typed.pipe(Targets.shape.CRITICAL),
  HIGH: typed.pipe(Targets.shape.HIGH),
  MEDIUM: typed.pipe(Targets.shape.MEDIUM),
  LOW: typed.pipe(Targets.shape.LOW),
  exploited: typed.pipe(Targets.shape.CRITICAL),
})

/** Fix targets in days, by severity. */
export function FixTargets() {
  const hint = useId()
  const days = { inputMode: 'numeric', 'aria-describedby': hint } as const
  return (
    <ConfigurationForm
      messages={messages}
      schema={schema}
      fields={{
        CRITICAL: { label: severityNames.CRITICAL, ...days },
        HIGH: { label: severityNames.HIGH, ...days },
        MEDIUM: { label: severityNames.MEDIUM, ...days },
        LOW: { label: severityNames.LOW, ...days },
        exploited: { label: triage.exploited, ...days },
      }}
      valuesOf={({ fixTargets, exploitedFixDays }) => ({ ...fixTargets, exploited: exploitedFixDays })}
      changeOf={({ exploited, ...fixTargets }) => ({ fixTargets, exploitedFixDays: exploited })}
    >
      {(fields) => (
        <div className="grid gap-1">
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-5">{fields}</div>
          <p id={hint} className="m-0 text-xs text-soft">
            {messages.hint}
          </p>
        </div>
      )}
    </ConfigurationForm>
  )
}
