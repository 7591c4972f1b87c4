import type { ExclusionReason } from '@assay/contract/exclusions.ts'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { exclude as texts } from '../../messages/exclude.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Radios } from '../../ui/radios.tsx'
import { endFields, exclusionEnds } from '../forms/exclusion-ends.tsx'
import { Fields } from '../forms/fields.tsx'
import { Form } from '../forms/form.tsx'
import type { Choice, ExcludeScope } from './use-exclude.ts'

interface Props {
  title: string
  isOpen: boolean
  onClose: () => void
  action: (choice: Choice) => Promise<unknown>
  /** Why it cannot be submitted, besides a missing reason. */
  denialReason?: string | null
  /** What will be excluded. */
  children?: ReactNode
}

/** Asks for reason, scope and expiry. */
export const ExcludeDialog = ({ title, isOpen, onClose, ...form }: Props) => (
  <Dialog title={title} isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isWide isHeld>
    <ExcludeForm {...form} onClose={onClose} />
  </Dialog>
)

const schema = z.object(exclusionEnds)

const optionsOf = <T extends string>(choices: Readonly<Record<T, readonly [label: string, hint: string]>>) =>
  (Object.keys(choices) as T[]).map((value) => {
    const [label, hint] = choices[value]
    return { value, label, hint }
  })

function ExcludeForm({ action, onClose, denialReason = null, children }: Omit<Props, 'title' | 'isOpen'>) {
  const [reason, setReason] = useState<ExclusionReason | null>(null)
  const [scope, setScope] = useState<ExcludeScope>('project')
  return (
    <Form
      schema={schema}
      submit={texts.submit}
      denialReason={denialReason ?? (reason === null ? texts.choose : null)}
      action={async (ends) => {
        await action({ reason: reason!, scope, ...ends })
        onClose()
      }}
      aside={
        <Button variant="quiet" onPress={onClose}>
          {texts.cancel}
        </Button>
      }
    >
      {(errors) => (
        <>
          {children}
          <Titled title={texts.why}>
            <Radios<ExclusionReason | ''>
              label={texts.why}
              value={reason ?? ''}
              options={optionsOf(texts.reasons)}
              onChange={(chosen) => chosen !== '' && setReason(chosen)}
            />
          </Titled>
          <Titled title={texts.where}>
            <Radios
              label={texts.where}
              value={scope}
              options={optionsOf(texts.reaches)}
              onChange={setScope}
            />
          </Titled>
          <Fields schema={schema} fields={endFields} errors={errors} />
        </>
      )}
    </Form>
  )
}

/** Visual duplicate of the legend. */
const Titled = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid gap-2">
    <p aria-hidden className="m-0 text-xs font-medium text-soft">
      {title}
    </p>
    {children}
  </div>
)
