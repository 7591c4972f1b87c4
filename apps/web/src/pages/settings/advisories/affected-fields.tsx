import { ecosystemNames } from '@assay/engine/ecosystems/names.ts'
import { ownAdvisories } from '../../../messages/own-advisories.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { TypedPackage } from './advisory-form-model.ts'

const messages = ownAdvisories.form

const ecosystems = Object.entries(ecosystemNames)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

interface Props {
  packages: readonly TypedPackage[]
  error: string | undefined
  onChange: (packages: TypedPackage[]) => void
}

export const emptyPackage = (ecosystem = 'npm'): TypedPackage => ({
  key: crypto.randomUUID(),
  ecosystem,
  package: '',
  release: '',
  versions: '',
})

/** The packages of an advisory with their versions. */
export function AffectedFields({ packages, error, onChange }: Props) {
  const replace = (index: number, patch: Partial<TypedPackage>) =>
    onChange(packages.map((each, at) => (at === index ? { ...each, ...patch } : each)))
  return (
    <fieldset className="m-0 grid min-w-0 gap-3 border-0 p-0">
      <legend className="p-0 pb-2 text-sm font-medium">{messages.packages}</legend>
      {packages.map((each, index) => (
        <PackageFields
          key={each.key}
          position={index + 1}
          typed={each}
          onChange={(patch) => replace(index, patch)}
          onRemove={packages.length === 1 ? null : () => onChange(packages.filter((_, at) => at !== index))}
        />
      ))}
      {/* The form validates it with its other fields. */}
      <input type="hidden" name="affected" value={JSON.stringify(packages)} />
      {error !== undefined && (
        <p role="alert" className="m-0 text-xs text-danger">
          {error}
        </p>
      )}
      <div>
        <Button onPress={() => onChange([...packages, emptyPackage(packages.at(-1)?.ecosystem)])}>
          {messages.addPackage}
        </Button>
      </div>
    </fieldset>
  )
}

interface PackageProps {
  position: number
  typed: TypedPackage
  onChange: (patch: Partial<TypedPackage>) => void
  /** null for the only one. */
  onRemove: (() => void) | null
}

const PackageFields = ({ position, typed, onChange, onRemove }: PackageProps) => (
  <div
    role="group"
    aria-label={messages.package(position)}
    className="grid min-w-0 items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-2"
  >
    <SelectField
      label={messages.ecosystem}
      value={typed.ecosystem}
      options={ecosystems}
      onChange={(ecosystem) => onChange({ ecosystem })}
    />
    <TextField
      label={messages.name}
      defaultValue={typed.package}
      autoComplete="off"
      spellCheck={false}
      isRequired
      onChange={(name) => onChange({ package: name })}
    />
    <TextField
      label={messages.versions}
      hint={messages.versionsHint}
      defaultValue={typed.versions}
      autoComplete="off"
      spellCheck={false}
      onChange={(versions) => onChange({ versions })}
    />
    <TextField
      label={messages.release}
      hint={messages.releaseHint}
      defaultValue={typed.release}
      autoComplete="off"
      onChange={(release) => onChange({ release })}
    />
    {onRemove && (
      <div>
        <Button variant="quiet" aria-label={messages.removePackage(position)} onPress={onRemove}>
          {messages.remove}
        </Button>
      </div>
    )}
  </div>
)
