import { accounts } from '@assay/contract/accounts.ts'
import { account } from '../../../texts/account.ts'
import { Switch } from '../../../ui/switch.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { useRefusal } from '../use-refusal.ts'
import { useUndoable } from '../use-undoable.ts'
import { useConfiguration } from './use-configuration.ts'

const words = account.factor

export function RequiredFactor() {
  const { known, configure } = useConfiguration()
  const { change, shown } = useUndoable((requiresMfa: boolean) => configure({ requiresMfa }))
  const refusal = useRefusal()(accounts.configure)
  return (
    <Part title={words.title}>
      <Known query={known}>
        {({ requiresMfa }) => (
          <Switch
            label={words.label}
            hint={words.hint}
            isOn={shown(requiresMfa)}
            refusal={refusal}
            onChange={(isOn) => change(!isOn, isOn, isOn ? words.on : words.off)}
          />
        )}
      </Known>
    </Part>
  )
}
