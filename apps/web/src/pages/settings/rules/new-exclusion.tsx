import { type Exclusion, exclusionReasons, exclusions } from '@assay/contract/exclusions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { ecosystemOptions } from '../../../widgets/lists/ecosystem-options.ts'
import { endAfter, ExclusionEnds, exclusionEnds } from '../../../widgets/forms/exclusion-ends.tsx'
import type { FieldErrors } from '../../../widgets/forms/form-model.ts'
import { Form } from '../../../widgets/forms/form.tsx'
import { rules } from '../../../messages/rules.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSaving } from '../use-mutation-with-toast.ts'
import { useUser } from '../use-user.ts'

const messages = rules.exclusions
const { cve, uuid, library, version } = exclusions.create.body.shape
const { name } = library.unwrap().shape

const kinds = ['cve', 'advisory', 'library'] as const
type Kind = (typeof kinds)[number]
/** The contract's schema with form values as entered; version and expiry are optional. */
const schemas = {
  cve: z.object({ cve: cve.unwrap(), ...exclusionEnds }),
  advisory: z.object({ uuid: uuid.unwrap(), ...exclusionEnds }),
  library: z.object({ name, version: version.unwrap(), ...exclusionEnds }),
}
const fields = {
  cve: [['cve', messages.cve, undefined]],
  advisory: [['uuid', messages.advisory, undefined]],
  library: [
    ['name', messages.library, messages.libraryHint],
    ['version', messages.version, messages.versionHint],
  ],
} as const

interface Props {
  domain: Exclusion['domain']
  onClose: () => void
}

export function NewExclusion({ domain, onClose }: Props) {
  const params = { accountUuid: useUser().account.uuid }
  const projects = useQuery(query(api.projects.list, { params }))
  // Stability and licensing only support libraries.
  const [kind, setKind] = useState<Kind>(domain === 'security' ? 'cve' : 'library')
  const [language, setLanguage] = useState('npm')
  const [projectUuid, setProject] = useState('')
  const [reason, setReason] = useState<Exclusion['reason']>('mitigated')
  const save = useSaving((typed: Record<string, string>) =>
    api.exclusions.create({
      params,
      query: { domain },
      body: { ...bodyOf(kind, typed), reason, projectUuid: projectUuid === '' ? null : projectUuid },
    }),
  )
  return (
    <Dialog title={messages.add} isOpen onOpenChange={onClose}>
      <Form
        schema={schemas[kind] as z.ZodObject}
        submit={messages.make}
        action={async (typed) => {
          await save({ language, ...(typed as Record<string, string>) })
          onClose()
        }}
      >
        {(errors) => (
          <>
            <Target
              domain={domain}
              kind={kind}
              errors={errors}
              language={language}
              onKind={setKind}
              onLanguage={setLanguage}
            />
            <SelectField
              label={messages.project}
              value={projectUuid}
              options={[
                { value: '', label: messages.everywhere },
                ...(projects.data ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
              ]}
              onChange={setProject}
            />
            <SelectField
              label={messages.reason}
              value={reason}
              options={exclusionReasons.map((value) => ({ value, label: messages.reasons[value] }))}
              onChange={(value) => setReason(exclusionReasons.find((each) => each === value) ?? reason)}
            />
            <ExclusionEnds errors={errors} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

interface TargetProps extends Pick<Props, 'domain'> {
  kind: Kind
  errors: FieldErrors
  onKind: (kind: Kind) => void
  language: string
  onLanguage: (language: string) => void
}

const Target = ({ domain, kind, errors, onKind, language, onLanguage }: TargetProps) => (
  <>
    {domain === 'security' && (
      <SelectField
        label={messages.kind}
        value={kind}
        options={kinds.map((value) => ({ value, label: messages.kinds[value] }))}
        onChange={(value) => onKind(kinds.find((each) => each === value) ?? kind)}
      />
    )}
    {kind === 'library' && (
      <SelectField
        label={messages.ecosystem}
        value={language}
        options={ecosystemOptions}
        onChange={onLanguage}
      />
    )}
    {fields[kind].map(([field, label, hint]) => (
      <TextField
        key={field}
        label={label}
        hint={hint}
        name={field}
        autoComplete="off"
        error={errors[field]}
        isRequired={field !== 'version'}
      />
    ))}
  </>
)

/** The fields in API format. */
function bodyOf(kind: Kind, { until = '', description = '', ...typed }: Record<string, string>) {
  const rest = { description, expiresAt: endAfter(until) }
  if (kind === 'cve') return { ...rest, cve: typed.cve! }
  if (kind === 'advisory') return { ...rest, uuid: typed.uuid! }
  const { language = '', name = '', version = '' } = typed
  return { ...rest, library: { language, name }, version: version.trim() || '*' }
}
