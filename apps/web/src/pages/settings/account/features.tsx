import { accounts } from '@assay/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { useSession } from '../../../api/session.tsx'
import { account as texts } from '../../../texts/account.ts'
import { Switch } from '../../../ui/switch.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { useRefusal } from '../use-refusal.ts'
import { useUndoable } from '../use-undoable.ts'
import { useUser } from '../use-user.ts'
import { type Feature, featuresOf, withFeature } from './features-model.ts'

const words = texts.features

export function Features() {
  const { account } = useUser()
  const { reload } = useSession()
  const catalogue = useQuery(query(api.catalogues.features, {}))
  const refusal = useRefusal()(accounts.setFeatures)
  const { change, shown } = useUndoable(async (names: readonly string[]) => {
    await api.accounts.setFeatures({
      ...{ params: { accountUuid: account.uuid }, query: { names: names.join(',') } },
    })
    await reload()
  })
  const now = shown(account.features)
  const refusalOf = ({ follows }: Feature) => (follows === null ? refusal : words.members[follows])
  return (
    <Part title={words.title} lead={words.lead}>
      <Known query={catalogue}>
        {(list) => (
          <div className="grid gap-4 sm:grid-cols-2">
            {featuresOf({ catalogue: list, features: now, plan: account.plan }).map((feature) => {
              const name = words.names[feature.name] ?? feature.name
              return (
                <Switch
                  key={feature.name}
                  label={name}
                  hint={feature.description}
                  isOn={feature.isOn}
                  refusal={refusalOf(feature)}
                  onChange={(isOn) =>
                    change(now, withFeature(now, feature.name, isOn), isOn ? words.on(name) : words.off(name))
                  }
                />
              )
            })}
          </div>
        )}
      </Known>
    </Part>
  )
}
