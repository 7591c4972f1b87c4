import type { NotificationPreview, RuleContent } from '@assay/contract/notification-rules.ts'
import { type ReactNode, useState } from 'react'
import { Form } from '../../../widgets/forms/form.tsx'
import { ruleName } from '../../../messages/default-rules.ts'
import { notifications } from '../../../messages/notifications.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useMutationWithToast, useSaving } from '../use-mutation-with-toast.ts'
import { RuleFields } from './rule-fields.tsx'
import { choicesOf, ruleOf, typedRule } from './rule-form-model.ts'
import { MessageLines } from '../../../widgets/notices/message-lines.tsx'

const messages = notifications.rules

interface Props {
  title: string
  rule: RuleContent | null
  save: (content: RuleContent) => Promise<unknown>
  preview: (content: RuleContent) => Promise<NotificationPreview>
  onClose: () => void
  /** The owner field, above the others. */
  owner?: ReactNode
  /** Additional destinations. */
  targets: ReactNode
}

const typedOf = (form: HTMLFormElement) =>
  Object.fromEntries(new FormData(form)) as Parameters<typeof ruleOf>[0]

export function RuleDialog({ title, rule, save, preview, onClose, owner, targets }: Props) {
  const [choices, setChoices] = useState(() => choicesOf(rule))
  const [shown, setShown] = useState<NotificationPreview | null>(null)
  const saving = useSaving(save)
  const previewing = useMutationWithToast(async (form: HTMLFormElement) =>
    setShown(await preview(ruleOf({ ...typedOf(form), name: title }, choices))),
  )
  return (
    <Dialog title={title} isOpen isWide isHeld onOpenChange={onClose}>
      <Form
        schema={typedRule}
        submit={messages.form.save}
        denialReason={choices.kinds.length === 0 ? messages.form.noKinds : null}
        action={async (typed) => {
          // An unchanged default name is kept in English, so that it is still translated.
          const isNameKept = rule !== null && typed.name === ruleName(rule.name)
          await saving({ ...ruleOf(typed, choices), ...(isNameKept && { name: rule.name }) })
          onClose()
        }}
        aside={
          <Button
            variant="quiet"
            onPress={() => {
              const form = document.querySelector<HTMLFormElement>('dialog form')
              if (form && choices.kinds.length > 0) previewing.mutate(form)
            }}
          >
            {messages.preview.show}
          </Button>
        }
      >
        {(errors) => (
          <>
            {owner}
            <RuleFields
              rule={rule}
              choices={choices}
              errors={errors}
              onChoose={(patch) => setChoices((known) => ({ ...known, ...patch }))}
            />
            <fieldset className="m-0 grid gap-1 border-0 p-0">
              <legend className="mb-1 p-0 text-xs font-medium text-soft">{messages.form.send}</legend>
              <Checkbox
                label={messages.form.toInbox}
                isChecked={choices.toInbox}
                onChange={(toInbox) => setChoices((known) => ({ ...known, toInbox }))}
              />
              {targets}
            </fieldset>
          </>
        )}
      </Form>
      {shown && <RulePreview preview={shown} />}
    </Dialog>
  )
}

/** What a rule would have sent. */
const RulePreview = ({ preview }: { preview: NotificationPreview }) => (
  <section
    aria-label={messages.preview.title}
    aria-live="polite"
    className="grid gap-2 border-t border-line pt-4"
  >
    {preview.message === null ? (
      <p className="m-0 text-soft">{messages.preview.nothing(preview.days)}</p>
    ) : (
      <>
        <p className="m-0 text-soft">{messages.preview.found(preview.total, preview.days)}</p>
        <p className="m-0 font-semibold [overflow-wrap:anywhere]">{preview.message.title}</p>
        <MessageLines message={preview.message} />
      </>
    )}
    {preview.isTruncated && <p className="m-0 text-soft">{messages.preview.truncated}</p>}
  </section>
)
