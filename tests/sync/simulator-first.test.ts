import { keepsEveryPromiseAgain, keepsEveryPromiseIn } from './simulator/share.ts';

keepsEveryPromiseAgain(keepsEveryPromiseIn(0, 2));
