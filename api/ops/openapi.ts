/** `npm run openapi`: prints the API as OpenAPI 3.1, made of the contract. */
import { openApi } from './openapi/document.ts';

process.stdout.write(`${JSON.stringify(openApi(), null, 2)}\n`);
