import type { AssistantService, AssistantState } from '@assay/contract/assistant-service.ts'
import { barista } from '@assay/contract/barista.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { assistant } from '../../../messages/assistant.ts'
import { language } from '../../../language/language.ts'
import { problemText } from '../../../messages/problems.ts'
import { showAlert, showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Fields, type FieldsOf } from '../../../widgets/forms/fields.tsx'
import { Form } from '../../../widgets/forms/form.tsx'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { Section } from '../section.tsx'
import { useMutationWithToast, useSaving } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useSavedNotice } from '../use-saved-notice.tsx'

const messages = assistant.setup

/** The account's switch and, for the operator, the model settings. */
export function AssistantCard() {
  const { data: state } = useQuery(query(api.barista.state, {}))
  const [isOpen, setOpen] = useState(false)
  if (!state) return null
  return (
    <div id="assistant">
      <Section
        title={messages.title}
        lead={messages.lead}
        actions={
          <>
            <Badge variant={state.status === 'on' ? 'good' : 'plain'}>{messages.states[state.status]}</Badge>
            {state.isOperator && (
              <ActionButton label={messages.editOf} onPress={() => setOpen(!isOpen)}>
                {isOpen ? messages.close : messages.edit}
              </ActionButton>
            )}
          </>
        }
      >
        <div className="grid gap-5">
          <Allow state={state} />
          {isOpen && state.isOperator && <Service />}
        </div>
      </Section>
    </div>
  )
}

function Allow({ state: { isAllowed, host, status } }: { state: AssistantState }) {
  const denialReason = useDenialReason()(barista.allow)
  const allow = useMutationWithToast((allowed: boolean) =>
    api.barista.allow({ body: { isAllowed: allowed } }),
  )
  return (
    <Switch
      label={messages.allow.label}
      hint={status === 'unconfigured' ? messages.allow.none : messages.allow.hint(host ?? '')}
      denialReason={denialReason}
      isOn={allow.isPending ? allow.variables : isAllowed}
      onChange={(isOn) => allow.mutate(isOn)}
    />
  )
}

function Service() {
  const { data: service } = useQuery(query(api.barista.service, {}))
  return service ? <ServiceForm key={service.updatedAt} service={service} /> : null
}

const Typed = z.object({
  url: barista.saveService.body.shape.url,
  model: barista.saveService.body.shape.model,
  key: z.string(),
  dailyTokens: z.string(),
  contextTokens: z.string(),
})

const bodyOf = ({ key, dailyTokens, contextTokens, ...texts }: z.output<typeof Typed>) => ({
  ...texts,
  ...(key.trim() !== '' && { key }),
  dailyTokens: Number(dailyTokens),
  contextTokens: Number(contextTokens),
})

const fieldsOf = ({ hasKey }: AssistantService): FieldsOf<typeof Typed> => ({
  url: { label: messages.url, hint: messages.urlHint, spellCheck: false },
  model: { label: messages.model, hint: messages.modelHint, spellCheck: false },
  key: {
    label: messages.key,
    hint: hasKey ? messages.keyStored : messages.keyHint,
    type: 'password',
    autoComplete: 'new-password',
  },
  dailyTokens: { label: messages.dailyTokens, inputMode: 'numeric' },
  contextTokens: { label: messages.contextTokens, hint: messages.contextHint, inputMode: 'numeric' },
})

function ServiceForm({ service }: { service: AssistantService }) {
  const [isLeaving, setLeaving] = useState(false)
  const { savedNotice, showSaved } = useSavedNotice()
  const save = useSaving((body: ReturnType<typeof bodyOf>) => api.barista.saveService({ body }))
  const check = useMutationWithToast<void>(async () => {
    const { url, model, dailyTokens, contextTokens } = service
    const checked = await api.barista.checkService({
      query: { language },
      body: { url, model, dailyTokens, contextTokens },
    })
    if ('isValid' in checked) showNotice(checked.message)
    else showAlert(problemText(checked.message, checked.errorType))
  })
  return (
    <div role="group" aria-label={messages.form} className="grid gap-4">
      <Form
        schema={Typed}
        submit={messages.save}
        aside={savedNotice}
        action={async (values) => {
          await save(bodyOf(values))
          showSaved(messages.saved)
        }}
      >
        {(errors) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Fields schema={Typed} fields={fieldsOf(service)} values={service} errors={errors} />
          </div>
        )}
      </Form>
      {service.isConfigured && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line-soft pt-4">
          <ActionButton onPress={() => check.isPending || check.mutate()}>{messages.check}</ActionButton>
          <span className="mr-auto text-soft">{messages.checkHint}</span>
          <ActionButton variant="danger" onPress={() => setLeaving(true)}>
            {messages.remove}
          </ActionButton>
        </div>
      )}
      {isLeaving && (
        <Confirm
          title={messages.remove}
          text={messages.removeText}
          submit={messages.remove}
          action={() => api.barista.removeService()}
          onClose={() => setLeaving(false)}
        />
      )}
    </div>
  )
}
