//! Addresses that lead nowhere: each has a page that says what is wrong and leads back.

use domain::console::Role;
use store::accesses::Scope;

use super::visitor::Visitor;

/// Addresses below a store, what their page says, and where it leads back to.
const NOWHERE: [(&str, &str, &str); 48] = [
    ("/nada", "Não há página", ""),
    ("/nada/mais", "Não há página", ""),
    ("/pedidos/abc", "Não há página", "/pedidos"),
    ("/pedidos/-1", "Não há página", "/pedidos"),
    ("/pedidos/%FF", "Não há página", "/pedidos"),
    ("/pedidos/9999999999999999999", "Não há página", "/pedidos"),
    ("/pedidos/1/nada", "Não há página", "/pedidos"),
    ("/pedidos/1/mover", "Não há página", "/pedidos"),
    ("/pedidos/77", "Não existe", "/pedidos"),
    ("/notificacoes/abc", "Não há página", "/notificacoes"),
    ("/notificacoes/77", "Não existe", "/notificacoes"),
    ("/notificacoes/abc/editar", "Não há página", "/notificacoes"),
    ("/notificacoes/1/entregas/abc", "Não há página", "/notificacoes"),
    ("/notificacoes/1/entregas/77", "Não existe", "/notificacoes"),
    ("/notificacoes/1/abc", "Não há página", "/notificacoes"),
    ("/canais/conexao/abc", "Não há página", "/canais"),
    ("/skus/massa", "Não há página", "/skus"),
    ("/skus/ver?codigo=%00", "codigo=…", "/skus"),
    ("/skus/ver?codigo=NADA", "Não existe", "/skus"),
    ("/skus/ver?codigo=A&centro=abc", "centro=abc", "/skus"),
    ("/skus/editar?codigo=.", "codigo=.", "/skus"),
    ("/skus?ativo=talvez", "ativo=talvez", "/skus"),
    ("/skus/canal?codigo=A&canal=xx", "Não existe", "/skus"),
    ("/expedicao?canal=xx", "canal=xx", "/expedicao"),
    ("/expedicao?canal=.", "canal=.", "/expedicao"),
    ("/expedicao?centro=abc", "centro=abc", "/expedicao"),
    ("/expedicao?centro=77", "centro=77", "/expedicao"),
    ("/expedicao?ate=sempre", "ate=sempre", "/expedicao"),
    ("/expedicao?pagina=abc", "pagina=abc", "/expedicao"),
    ("/eventos?pedido=abc", "pedido=abc", "/eventos"),
    ("/eventos?pedido=%FF", "pedido=…", "/eventos"),
    ("/eventos?pedido=1&pedido=2", "pedido=…", "/eventos"),
    ("/eventos?antes=abc", "antes=abc", "/eventos"),
    ("/eventos?tipo=%3Cb%3E", "tipo=&lt;b&gt;", "/eventos"),
    ("/eventos?lojas=algumas", "lojas=algumas", "/eventos"),
    ("/pedidos?status=abc", "status=abc", "/pedidos"),
    ("/pedidos?dia=ontem", "dia=ontem", "/pedidos"),
    ("/pedidos?ate=32/01/2026", "ate=32/01/2026", "/pedidos"),
    ("/pedidos?ordem=abc", "ordem=abc", "/pedidos"),
    ("/ofertas?canal=xx", "canal=xx", "/ofertas"),
    ("/ofertas?ver=abc", "ver=abc", "/ofertas"),
    ("/fila?de=abc", "de=abc", "/fila"),
    ("/fila?leitor=ninguem", "Não existe", "/fila"),
    ("/centros/editar?centro=abc", "centro=abc", "/centros"),
    ("/importar?tipo=abc", "tipo=abc", "/importar"),
    ("/canais/erros?canal=.", "Não existe", "/canais"),
    ("/canais/erros?canal=canal&causa=abc", "causa=abc", "/canais"),
    ("/canais/anuncios?canal=canal&ver=abc", "ver=abc", "/canais"),
];

on_both_databases! {
    async fn what_leads_nowhere_says_so_and_leads_back(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let ana = Visitor::operator(&app).await;
        for (rest, said, back) in NOWHERE {
            let text = ana.get(&format!("/console/1-1{rest}")).await.with_status(404).text();
            assert!(text.contains(said), "{rest}: {said}: {text}");
            let link = format!("href=\"/console/1-1{back}\">Voltar");
            assert!(text.contains(&link), "{rest}: {link}: {text}");
            ana.page(&format!("/console/1-1{back}")).await;
        }
        // a form that is sent to no page leads back to where it came from
        let from = [("referer", "http://localhost/console/1-1/pedidos?q=x")];
        let text = ana.post("/console/1-1/pedidos/abc/mover", &from, &[]).await.with_status(404).text();
        assert!(text.contains("Não há página") && text.contains("href=\"/console/1-1/pedidos?q=x\""), "{text}");
        // outside a store, or of one that somebody does not see, nothing is said of it
        let eva = Visitor::of(&app, Role::Look, Scope::Loja(app.loja("u"))).await;
        for path in ["/console/nada", "/console/9-9/pedidos/abc", "/console/1-2?x=y", "/console/99999999999-1/pedidos"] {
            let text = eva.get(path).await.with_status(404).text();
            assert!(text.contains("href=\"/console/\"") && !text.contains("Voltar"), "{path}: {text}");
        }
        // and whoever has not signed in is asked to
        let text = app.admin.get("/console/1-1/pedidos/abc").await.with_status(401).text();
        assert!(text.contains("Entrar"), "{text}");
    }
}
