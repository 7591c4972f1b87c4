import { dayMs } from '@assay/engine/time.ts'
import { tokens } from '@assay/contract/tokens.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/query.ts'
import { continuousIntegration as messages } from '../../../messages/continuous-integration.ts'
import { serverAddress } from '../../../paths.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { CopyButton } from '../../../widgets/copy-button.tsx'
import { ActionButton } from '../action-button.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { FirstReport } from './first-report.tsx'
import { type CiSystem, snippetFor, systems } from './snippets-model.ts'

const yearMs = 365 * dayMs

interface Made {
  uuid: string
  token: string
}

/** Wizard that leads to the first scan of a pipeline. */
export function ContinuousIntegration() {
  const [system, setSystem] = useState<CiSystem>('github')
  const [made, setMade] = useState<Made | null>(null)
  return (
    <>
      <Section title={messages.steps.system}>
        <div className="max-w-xs">
          <SelectField
            label={messages.system}
            value={system}
            options={systems.map((value) => ({ value, label: messages.systems[value] }))}
            onChange={(value) => setSystem(systems.find((each) => each === value) ?? 'github')}
          />
        </div>
      </Section>
      <Section title={messages.steps.token} lead={messages.token.lead}>
        {made === null ? <MakeToken system={system} onMade={setMade} /> : <TokenOnce made={made} />}
        <p className="m-0 mt-3 text-soft">{messages.token.kept[system]}</p>
      </Section>
      <Job system={system} />
      <Section title={messages.steps.wait}>
        {made === null ? (
          <p className="m-0 text-soft">{messages.wait.first}</p>
        ) : (
          <FirstReport tokenUuid={made.uuid} />
        )}
      </Section>
    </>
  )
}

function MakeToken({ system, onMade }: { system: CiSystem; onMade: (made: Made) => void }) {
  const accountUuid = useUser().account.uuid
  const denialReason = useDenialReason()(tokens.create)
  const [openedAt] = useState(() => Date.now())
  const make = useMutation({
    mutationFn: () =>
      api.tokens.create({
        params: { accountUuid },
        body: {
          name: messages.token.name(messages.systems[system]),
          access: 'write',
          expiresAt: openedAt + yearMs,
        },
      }),
    onSuccess: onMade,
  })
  return (
    <div className="grid justify-items-start gap-2">
      <ActionButton variant="primary" denialReason={denialReason} onPress={() => make.mutate()}>
        {make.isPending ? messages.token.creating : messages.token.create}
      </ActionButton>
      {make.error !== null && (
        <p role="alert" className="m-0 text-danger">
          {messageOf(make.error)}
        </p>
      )}
    </div>
  )
}

const TokenOnce = ({ made: { token } }: { made: Made }) => (
  <div role="group" aria-label={messages.token.value} className="grid gap-2">
    <p className="m-0">{messages.token.once}</p>
    <div className="flex min-w-0 items-start gap-2">
      <code
        tabIndex={0}
        className="min-w-0 grow rounded-md bg-hover px-2 py-1 text-sm select-all [overflow-wrap:anywhere]"
      >
        {token}
      </code>
      <CopyButton text={token} />
    </div>
  </div>
)

function Job({ system }: { system: CiSystem }) {
  const { file, text } = snippetFor(system, serverAddress())
  return (
    <Section
      title={messages.steps.job}
      lead={file === null ? messages.job.anywhere : messages.job.file(file)}
      actions={<CopyButton text={text} />}
    >
      <pre
        tabIndex={0}
        aria-label={messages.steps.job}
        className="m-0 overflow-x-auto rounded-md border border-line bg-page px-3 py-2 text-xs leading-5"
      >
        <code>{text}</code>
      </pre>
    </Section>
  )
}
