import { accounts } from '@assay/contract/accounts.ts'
import { account } from '../../../messages/account.ts'
import { Switch } from '../../../ui/switch.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { useConfiguration } from './use-configuration.ts'

const messages = account.factor

export function RequiredFactor() {
  const { known, configure } = useConfiguration()
  const { change, shown } = useUndoable((requiresMfa: boolean) => configure({ requiresMfa }))
  const denialReason = useDenialReason()(accounts.configure)
  return (
    <Section title={messages.title}>
      <SettingsQuery query={known}>
        {({ requiresMfa }) => (
          <Switch
            label={messages.label}
            hint={messages.hint}
            isOn={shown(requiresMfa)}
            denialReason={denialReason}
            onChange={(isOn) => change(!isOn, isOn, isOn ? messages.on : messages.off)}
          />
        )}
      </SettingsQuery>
    </Section>
  )
}
