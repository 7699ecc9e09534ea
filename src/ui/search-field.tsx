/** A field that searches what stands below it. */
import { Search } from 'lucide-react';
import './search-field.css';

export interface SearchFieldProps {
  /** Names the field; shown while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <search className="search-field">
      <Search size={20} strokeWidth={1.75} aria-hidden="true" />
      <input
        // Of no form around it: Enter must not send that.
        form="apart"
        type="search"
        name="search"
        autoComplete="off"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </search>
  );
}
