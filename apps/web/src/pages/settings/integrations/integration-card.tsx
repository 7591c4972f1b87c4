import { accounts } from '@assay/contract/accounts.ts'
import type { Integration } from '@assay/contract/integrations.ts'
import { integrations as calls } from '@assay/contract/integrations.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { account as accountMessages } from '../../../messages/account.ts'
import { integrations as messages } from '../../../messages/integrations.ts'
import { language } from '../../../language/language.ts'
import { problemText } from '../../../messages/problems.ts'
import { showAlert, showNotice } from '../../../ui/alerts.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { When } from '../../../ui/when.tsx'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { Section } from '../section.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { IntegrationForm } from './integration-form.tsx'
import { JiraProjects } from './jira-projects.tsx'
import { LinkedBranches } from './linked-branches.tsx'
import { stateOf, variantOf } from './integrations-model.ts'

interface Props {
  integration: Integration
}

/** State, settings and log of an integration. */
export function IntegrationCard({ integration }: Props) {
  const { id, name, summary, isFeatureOn, isConfigured } = integration
  const [isOpen, setOpen] = useState(false)
  const denialReason = useDenialReason()(calls.save)
  const state = stateOf(integration)
  const hasContent = isConfigured || isOpen || !isFeatureOn
  const toggle = isOpen ? messages.close : isConfigured ? messages.edit : messages.setUp
  const toggleOf = isOpen ? messages.closeOf : isConfigured ? messages.editOf : messages.setUpOf
  return (
    <Section
      title={name}
      lead={summary}
      actions={
        <>
          <Badge variant={variantOf(state)}>{messages.states[state]}</Badge>
          {isFeatureOn && (
            <ActionButton label={toggleOf(name)} denialReason={denialReason} onPress={() => setOpen(!isOpen)}>
              {toggle}
            </ActionButton>
          )}
        </>
      }
    >
      {hasContent ? (
        <div className="grid gap-5">
          {!isFeatureOn && <FeatureOff integration={integration} />}
          {isOpen && isFeatureOn && <IntegrationForm key={integration.updatedAt} integration={integration} />}
          {isConfigured && isFeatureOn && <Use integration={integration} />}
          {isConfigured && isFeatureOn && id === 'jira' && <JiraProjects />}
          {isConfigured && isFeatureOn && id === 'rkvst' && <LinkedBranches />}
          {isConfigured && <DeliveryLog integration={integration} />}
        </div>
      ) : undefined}
    </Section>
  )
}

function FeatureOff({ integration: { feature } }: Props) {
  const { account } = useUser()
  const turnOn = useMutationWithToast((name: string) =>
    api.accounts.setFeatures({
      params: { accountUuid: account.uuid },
      query: { names: [...account.features.filter((each) => each !== 'members'), name].join(',') },
    }),
  )
  const denialReason = useDenialReason()(accounts.setFeatures)
  if (feature === null) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="m-0 text-soft">
        {messages.featureOff(ownProperty(accountMessages.features.names, feature) ?? feature)}
      </p>
      <ActionButton denialReason={denialReason} onPress={() => turnOn.mutate(feature)}>
        {messages.turnOnFeature}
      </ActionButton>
    </div>
  )
}

function Use({ integration: { id, name, isActive, pausedUntil } }: Props) {
  const { account } = useUser()
  const params = { accountUuid: account.uuid, integration: id }
  const [isLeaving, setLeaving] = useState(false)
  const denialReason = useDenialReason()(calls.save)
  const activate = useMutationWithToast((active: boolean) =>
    api.integrations.activate({ params, query: { active: `${active}` } }),
  )
  const check = useMutationWithToast<void>(async () => {
    const checked = await api.integrations.check({ params, query: { language }, body: {} })
    if ('isValid' in checked) showNotice(checked.message)
    else showAlert(problemText(checked.message, checked.errorType))
  })
  const send = useMutationWithToast<void>(async () => {
    await api.datadog.sendNow({ params: { accountUuid: account.uuid } })
    showNotice(messages.sent)
  })
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="mr-auto">
        <Switch
          {...messages.active}
          denialReason={denialReason}
          isOn={activate.isPending ? activate.variables : isActive}
          onChange={(isOn) => activate.mutate(isOn)}
        />
        {pausedUntil !== null && (
          <p className="m-0 text-soft">
            {messages.pausedUntil} <When epochMs={pausedUntil} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {id === 'datadog' && (
          <ActionButton denialReason={denialReason} onPress={() => send.isPending || send.mutate()}>
            {messages.sendNow}
          </ActionButton>
        )}
        <ActionButton
          label={messages.checkOf(name)}
          denialReason={denialReason}
          onPress={() => check.isPending || check.mutate()}
        >
          {messages.check}
        </ActionButton>
        <ActionButton
          variant="danger"
          label={messages.removeOf(name)}
          denialReason={denialReason}
          onPress={() => setLeaving(true)}
        >
          {messages.remove}
        </ActionButton>
      </div>
      {isLeaving && (
        <Confirm
          title={messages.removeOf(name)}
          text={messages.removeText}
          submit={messages.remove}
          action={() => api.integrations.remove({ params })}
          onClose={() => setLeaving(false)}
        />
      )}
    </div>
  )
}
