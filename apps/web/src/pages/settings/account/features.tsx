import { accounts } from '@assay/contract/accounts.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { useSession } from '../../../api/session.tsx'
import { account as texts } from '../../../messages/account.ts'
import { Switch } from '../../../ui/switch.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { useUser } from '../use-user.ts'
import { type Feature, featuresOf, withFeature } from './features-model.ts'

const messages = texts.features

export function Features() {
  const { account } = useUser()
  const { reload } = useSession()
  const catalog = useQuery(query(api.referenceData.features, {}))
  const denialReason = useDenialReason()(accounts.setFeatures)
  const { change, shown } = useUndoable(async (names: readonly string[]) => {
    await api.accounts.setFeatures({
      params: { accountUuid: account.uuid },
      query: { names: names.join(',') },
    })
    await reload()
  })
  const now = shown(account.features)
  const denialReasonOf = ({ follows }: Feature) =>
    follows === null ? denialReason : messages.members[follows]
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={catalog}>
        {(list) => (
          <div className="grid gap-4 sm:grid-cols-2">
            {featuresOf({ catalog: list, features: now, plan: account.plan }).map((feature) => {
              const name = ownProperty(messages.names, feature.name) ?? feature.name
              return (
                <Switch
                  key={feature.name}
                  label={name}
                  hint={feature.description}
                  isOn={feature.isOn}
                  denialReason={denialReasonOf(feature)}
                  onChange={(isOn) =>
                    change(
                      now,
                      withFeature(now, feature.name, isOn),
                      isOn ? messages.on(name) : messages.off(name),
                    )
                  }
                />
              )
            })}
          </div>
        )}
      </SettingsQuery>
    </Section>
  )
}
