/** `npm run openapi`: writes the document that `/api/openapi.json` answers, made of the contract. */
import { writeFileSync } from 'node:fs';
import { documentText } from './openapi/document.ts';

writeFileSync(new URL('../openapi/document.json', import.meta.url), documentText());
