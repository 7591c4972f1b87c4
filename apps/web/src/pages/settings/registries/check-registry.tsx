import {
  type PackageRegistry,
  registries as contract,
  type RegistryCheck,
} from '@assay/contract/registries.ts'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { registries } from '../../../messages/registries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Form } from '../../../widgets/forms/form.tsx'

const messages = registries.checking

interface Props {
  registry: PackageRegistry
  accountUuid: string
  onClose: () => void
}

export function CheckRegistry({ registry: { uuid, pattern }, accountUuid, onClose }: Props) {
  // Controlled, since a submitted form is reset.
  const [name, setName] = useState('')
  const [result, setResult] = useState<(RegistryCheck & { name: string }) | null>(null)
  return (
    <Dialog title={messages.title(pattern)} isOpen onOpenChange={onClose}>
      <Form
        schema={contract.check.body}
        submit={messages.submit}
        action={async (body) => {
          setResult(null)
          const check = await api.registries.check({ params: { accountUuid, registryUuid: uuid }, body })
          setResult({ ...check, name: body.name })
        }}
        aside={
          <Button variant="quiet" onPress={onClose}>
            {messages.close}
          </Button>
        }
      >
        {(errors) => (
          <>
            <TextField
              label={messages.name}
              name="name"
              value={name}
              onChange={setName}
              hint={messages.nameHint}
              autoComplete="off"
              error={errors.name}
              isRequired
            />
            <p role="status" className={result === null ? 'hidden' : 'm-0 text-sm [overflow-wrap:anywhere]'}>
              {result && <Result {...result} />}
            </p>
          </>
        )}
      </Form>
    </Dialog>
  )
}

function Result({ outcome, name, versions, newest, message }: RegistryCheck & { name: string }) {
  if (outcome === 'failed')
    return (
      <span className="text-danger">
        {messages.failed} {message}
      </span>
    )
  if (outcome === 'absent') return messages.absent(name)
  return [messages.found(name, versions), ...(newest === null ? [] : [messages.newest(newest)])].join(' ')
}
