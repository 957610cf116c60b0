//! Validates a channel's settings against its type, and masks the secrets among them.

use std::collections::HashSet;

use super::channel::{Canal, ValorConfiguracao};
use crate::reading::problems::{JsonPath, Problems};
use crate::tipo_canal::{Configuracao, TipoCanal, TypeCatalogue};

/// The mask that replaces a secret on reads. Sent back, it means: keep the stored secret.
pub const MASCARA: &str = "********";

impl Canal {
    /// Validates the settings: all required ones present, each known, not repeated, of its type and allowed.
    /// Run after [`Canal::keep_segredos`], so that a mask still standing has nothing behind it.
    pub fn check_configuracoes(&self, kind: &TipoCanal) -> Problems {
        let mut p = Problems::new();
        let list = JsonPath::Member(&JsonPath::Root, "configuracoesAdicionais");
        let mut seen = HashSet::new();
        for (i, configured) in self.configuracoes_adicionais.iter().enumerate() {
            let item = JsonPath::Item(&list, i);
            let problem = match kind.configuracao(&configured.codigo) {
                None => Some(("codigo", "não existe neste tipo de canal".to_owned())),
                Some(_) if !seen.insert(configured.codigo.as_str()) => {
                    Some(("codigo", "está repetido".to_owned()))
                }
                Some(configuracao) => refusal(configuracao, &configured.valor).map(|r| ("valor", r)),
            };
            if let Some((member, message)) = problem {
                p.push(JsonPath::Member(&item, member), message);
            }
        }
        for configuracao in kind.configuracoes_adicionais.iter().filter(|c| c.obrigatorio) {
            if !seen.contains(configuracao.codigo.as_str()) {
                p.push(list, format_args!("falta a configuração obrigatória {}", configuracao.codigo));
            }
        }
        p
    }

    /// Hides the secrets, for an answer.
    pub fn mask(&mut self, kind: &TipoCanal) {
        for configured in self.segredos(kind).filter(|c| !c.valor.is_empty()) {
            MASCARA.clone_into(&mut configured.valor);
        }
    }

    /// As it is shown, and as its ETag knows it: without its secrets.
    #[must_use]
    pub fn visible(mut self, kinds: &TypeCatalogue) -> Self {
        match kinds.find(&self.tipo_canal) {
            Some(kind) => self.mask(kind),
            // the operator took the type away: nobody knows any longer which of the values are secret
            None => self.configuracoes_adicionais.iter_mut().for_each(|c| MASCARA.clone_into(&mut c.valor)),
        }
        self
    }

    /// Puts the stored secrets where a client sent the mask back.
    pub fn keep_segredos(&mut self, previous: &Canal, kind: &TipoCanal) {
        for configured in self.segredos(kind).filter(|c| c.valor == MASCARA) {
            let kept = previous.configuracoes_adicionais.iter().find(|c| c.codigo == configured.codigo);
            if let Some(kept) = kept {
                configured.valor.clone_from(&kept.valor);
            }
        }
    }

    /// A setting that the type no longer has may have been a secret when it was stored.
    fn segredos(&mut self, kind: &TipoCanal) -> impl Iterator<Item = &mut ValorConfiguracao> {
        self.configuracoes_adicionais
            .iter_mut()
            .filter(|c| kind.configuracao(&c.codigo).is_none_or(|definition| definition.segredo))
    }
}

/// Why a value is not one that the setting takes. An empty value of an optional setting is none at all.
fn refusal(configuracao: &Configuracao, value: &str) -> Option<String> {
    if value.is_empty() {
        return configuracao.obrigatorio.then(|| "é obrigatório".to_owned());
    }
    if configuracao.segredo && value == MASCARA {
        return Some("deve trazer o valor, pois não há um anterior a manter".to_owned());
    }
    if !configuracao.tipo.accepts(value) {
        return Some(configuracao.tipo.requirement().to_owned());
    }
    let options = configuracao.opcoes.as_ref()?;
    (!options.iter().any(|o| o == value))
        .then(|| format!("deve ser um destes valores: {}", options.join(", ")))
}
